import ArgumentParser
import JobQueue
import StatusServer

/// `vtranscode queue list`: lists jobs, the newest first.
struct QueueListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List jobs, the newest first.",
        discussion: """
            EXAMPLES
              vtranscode queue list
              vtranscode queue list --status failed --tenant acme --json
              vtranscode queue list --status queued --status processing --limit 1000
            """)

    @Option(
        help: ArgumentHelp(
            "Only jobs in these states: queued, processing, completed, failed, cancelled.",
            valueName: "status"))
    var status: [JobStatus] = []

    @Option(help: ArgumentHelp("Only jobs of this tenant.", valueName: "name"))
    var tenant: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The maximum number of jobs.", valueName: "n"))
    var limit = 100

    @Option(help: ArgumentHelp("Only jobs older than this one.", valueName: "job"))
    var before: String?

    @Flag(help: "Print a JSON array of jobs.")
    var json = false

    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else {
            throw ValidationError("--limit must be 1 to 10000.")
        }
        _ = try before.map(JobArguments.id)
    }

    func run() async throws {
        let filter = JobFilter(
            states: status.map(\.state), tenant: tenant, before: try before.map(JobArguments.id),
            limit: limit)
        let jobs = try await queue.open().jobs(filter)
        StandardStream.output.print(
            json
                ? try JSONText.of(jobs.map { JobView($0) })
                : JobText.table(jobs, isNarrow: StandardStream.output.isTerminal))
    }
}
