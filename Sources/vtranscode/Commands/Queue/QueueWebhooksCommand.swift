import ArgumentParser
import JobQueue

/// `vtranscode queue webhooks`: events that receivers were not told of.
struct QueueWebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Show events that webhooks were not told of, or tell them again.",
        discussion: """
            What a receiver does not take is tried again for most of a day, and then given up; it stays \
            until its job is forgotten. Of addresses only the host is shown.

            EXAMPLES
              vtranscode queue webhooks
              vtranscode queue webhooks --failed --json | jq -r '.[].reason'
              vtranscode queue webhooks --resend
              vtranscode queue webhooks --resend 06dj4k2m8q0v7x3y5z1a
            """)

    @Argument(help: "Only of this job, by its id.")
    var job: String?

    @Flag(help: "Only what was given up.")
    var failed = false

    @Flag(help: "Let what was given up be told again, by any worker.")
    var resend = false

    @Option(parsing: .unconditional, help: ArgumentHelp("At most so many.", valueName: "n"))
    var limit = 100

    @Flag(help: "Print a JSON array of events, or with --resend an object: resent.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is 1 to 10000.") }
        _ = try job.map(JobArguments.id)
    }

    func run() async throws {
        let job = try job.map(JobArguments.id)
        let store = try await queue.open()
        if resend { return try await tellAgain(job, store) }
        let deliveries = try await store.deliveries(of: job, areGivenUp: failed, limit: limit)
        StandardStream.output.print(
            json
                ? try JSONText.of(deliveries.map { DeliveryView($0) })
                : JobText.columns([DeliveryView.header] + deliveries.map { DeliveryView($0).row }))
    }

    /// In steps, none of which keeps others waiting.
    private func tellAgain(_ job: JobID?, _ store: any QueueStore) async throws {
        let step = 1000
        var (count, resent) = (0, 0)
        repeat {
            resent = try await store.redeliver(of: job, limit: step)
            count += resent
        } while resent == step && !Task.isCancelled
        StandardStream.output.print(
            json
                ? try JSONText.of(["resent": count])
                : "\(Quantity.count(count, "event")) to be told again")
    }
}
