import ArgumentParser
import MediaUnits
import Transcoding

/// The host's resources that a command may use.
struct ResourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The number of graph jobs that run at the same time (default: one per core).",
            valueName: "n"),
        transform: ResourceOptions.jobCount)
    var jobs = HostResources.current.cores

    @Option(
        help: ArgumentHelp(
            "The memory for all graph jobs together, as 4G or 512M (default: 60 % of the host's).",
            valueName: "size"),
        transform: ResourceOptions.byteCount)
    var memory = HostResources.current.memoryBudget

    @OptionGroup var sandboxMode: SandboxOptions

    private static func jobCount(_ text: String) throws -> Int {
        guard let count = Int(text), count >= 1 else {
            throw ValidationError("'\(text)' is not a number of jobs; use 1 or more.")
        }
        return count
    }

    static func byteCount(_ text: String) throws -> Int {
        guard let size = ByteCount(text), size.bytes > 0 else {
            throw ValidationError("'\(text)' is not a size; use 4G or 512M.")
        }
        return size.bytes
    }
}
