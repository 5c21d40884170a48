import ArgumentParser
import JobQueue

/// `vtranscode queue webhooks`: lists undelivered events, or schedules them again.
struct QueueWebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Show undelivered events of webhooks, or deliver them again.",
        discussion: """
            Deliveries are retried for most of a day and then abandoned; an abandoned event remains until its \
            job is deleted. Only the host of a URL is shown.

            EXAMPLES
              vtranscode queue webhooks
              vtranscode queue webhooks --failed --json | jq -r '.[].reason'
              vtranscode queue webhooks --resend
              vtranscode queue webhooks --resend 06dj4k2m8q0v7x3y5z1a
            """)

    @Argument(help: "Only events of this job, by its id.")
    var job: String?

    @Flag(help: "Only abandoned deliveries.")
    var failed = false

    @Flag(help: "Schedule abandoned deliveries again.")
    var resend = false

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The maximum number of events.", valueName: "n")
    )
    var limit = 100

    @Flag(help: "Print a JSON array of events, or with --resend an object: resent.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else {
            throw ValidationError("--limit must be 1 to 10000.")
        }
        _ = try job.map(JobArguments.id)
    }

    func run() async throws {
        let job = try job.map(JobArguments.id)
        let store = try await queue.open()
        if resend { return try await redeliver(job, store) }
        let deliveries = try await store.undelivered(of: job, onlyAbandoned: failed, limit: limit)
        StandardStream.output.print(
            json
                ? try JSONText.of(deliveries.map { DeliveryView($0) })
                : JobText.columns([DeliveryView.header] + deliveries.map { DeliveryView($0).row }))
    }

    /// Schedules deliveries in batches, for short transactions.
    private func redeliver(_ job: JobID?, _ store: any QueueStore) async throws {
        let batch = 1000
        var (count, resent) = (0, 0)
        repeat {
            resent = try await store.redeliver(of: job, limit: batch)
            count += resent
        } while resent == batch && !Task.isCancelled
        StandardStream.output.print(
            json
                ? try JSONText.of(["resent": count])
                : "\(Quantity.count(count, "event")) scheduled for delivery")
    }
}
