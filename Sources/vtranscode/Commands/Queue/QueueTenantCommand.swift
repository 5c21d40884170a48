import ArgumentParser
import JobQueue

/// `vtranscode queue tenant`: how much a tenant may have.
struct QueueTenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Show or set a tenant's share and limits.",
        discussion: """
            Without options, the tenant's limits are shown. 0 means no limit.

            EXAMPLES
              vtranscode queue tenant acme --weight 2 --running 8 --queued 1000
              vtranscode queue tenant acme --running 0
            """)

    @Argument(help: "The tenant.")
    var name: String

    @Option(help: ArgumentHelp("Its share when tenants take turns (default: 1).", valueName: "n"))
    var weight: Double?

    @Option(help: ArgumentHelp("Jobs that may run at once.", valueName: "n"))
    var running: Int?

    @Option(
        help: ArgumentHelp(
            "Jobs that may wait or run; those that wait for their time (--delay) are not counted.",
            valueName: "n"))
    var queued: Int?

    @Flag(help: "Print a JSON object: weight, running, queued.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard (0.001...1000).contains(weight ?? 1) else {
            throw ValidationError("--weight is 0.001 to 1000.")
        }
        guard running ?? 0 >= 0, queued ?? 0 >= 0 else {
            throw ValidationError("--running and --queued are 1 or more, or 0 for no limit.")
        }
    }

    func run() async throws {
        let store = try await queue.open()
        var limits = try await store.limits(ofTenant: name)
        if weight != nil || running != nil || queued != nil {
            limits.weight = weight ?? limits.weight
            if let running { limits.running = running == 0 ? nil : running }
            if let queued { limits.queued = queued == 0 ? nil : queued }
            try await store.setLimits(limits, ofTenant: name)
        }
        func text(_ limit: Int?) -> String { limit.map(String.init) ?? "no limit" }
        StandardStream.output.print(
            json
                ? try JSONText.of(limits)
                : "weight \(limits.weight), running \(text(limits.running)), queued \(text(limits.queued))"
        )
    }
}
