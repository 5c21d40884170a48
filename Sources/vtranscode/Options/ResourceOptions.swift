import ArgumentParser
import MediaUnits

/// How much of the machine a command may use.
struct ResourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Jobs in flight at once (default: one for each core).", valueName: "n"),
        transform: ResourceOptions.jobCount)
    var jobs = Machine.current.cores

    @Option(
        help: ArgumentHelp(
            "Memory for all jobs together, as 4G or 512M (default: 60 % of what there is).",
            valueName: "size"),
        transform: ResourceOptions.byteCount)
    var memory = Machine.current.memoryBudget

    @OptionGroup var sandboxMode: SandboxOptions

    private static func jobCount(_ text: String) throws -> Int {
        guard let count = Int(text), count >= 1 else {
            throw ValidationError("'\(text)' is not a number of jobs; give 1 or more.")
        }
        return count
    }

    private static func byteCount(_ text: String) throws -> Int {
        guard let size = ByteCount(text), size.bytes > 0 else {
            throw ValidationError("'\(text)' is not a size; give it as 4G or 512M.")
        }
        return size.bytes
    }
}
