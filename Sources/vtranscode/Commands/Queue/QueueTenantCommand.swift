import ArgumentParser
import JobQueue

/// `vtranscode queue tenant`: shows or sets the weight and limits of tenants.
struct QueueTenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Show or set the weight and limits of tenants.",
        discussion: """
            Without options, the command shows the tenant's limits; without a name, those of all tenants \
            with limits. 0 means no limit.

            EXAMPLES
              vtranscode queue tenant
              vtranscode queue tenant acme --weight 2 --running 8 --queued 1000
              vtranscode queue tenant acme --running 0
            """)

    @Argument(help: "The tenant.")
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The weight in fair queueing (default: 1).", valueName: "n"))
    var weight: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of jobs that may run at the same time.", valueName: "n"))
    var running: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of jobs that may wait or run, including delayed ones.",
            valueName: "n"))
    var queued: Int?

    @Flag(
        help:
            "Print a JSON object: weight, running, queued; without a name, one object for each tenant."
    )
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard (0.001...1000).contains(weight ?? 1) else {
            throw ValidationError("--weight must be 0.001 to 1000.")
        }
        guard running ?? 0 >= 0, queued ?? 0 >= 0 else {
            throw ValidationError("--running and --queued must be 1 or more, or 0 for no limit.")
        }
        guard name != nil || !isSetting else { throw ValidationError("Name the tenant.") }
    }

    private var isSetting: Bool { weight != nil || running != nil || queued != nil }

    func run() async throws {
        let store = try await queue.open()
        guard let name else { return try Self.list(await store.limitsOfTenants(), json: json) }
        var limits = try await store.limits(ofTenant: name)
        if isSetting {
            limits.weight = weight ?? limits.weight
            if let running { limits.running = running == 0 ? nil : running }
            if let queued { limits.queued = queued == 0 ? nil : queued }
            try await store.setLimits(limits, ofTenant: name)
        }
        StandardStream.output.print(
            json
                ? try JSONText.of(limits)
                : "weight \(limits.weight), running \(Self.text(limits.running)), queued \(Self.text(limits.queued))"
        )
    }

    private static func list(_ limits: [String: TenantLimits], json: Bool) throws {
        let rows = limits.sorted { $0.key < $1.key }.map { name, limits in
            [name.printable, "\(limits.weight)", text(limits.running), text(limits.queued)]
        }
        StandardStream.output.print(
            json
                ? try JSONText.of(limits)
                : JobText.columns([["TENANT", "WEIGHT", "RUNNING", "QUEUED"]] + rows))
    }

    private static func text(_ limit: Int?) -> String { limit.map(String.init) ?? "no limit" }
}
