import ArgumentParser
import JobQueue

/// `vtranscode queue prune`: deletes ended jobs from the queue.
struct QueuePruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete old jobs from the queue; their packages remain.",
        discussion: """
            Open jobs remain, and jobs with pending deliveries to webhooks. A worker first removes the files \
            of failed jobs.

            EXAMPLES
              vtranscode queue prune --older-than 7d
              vtranscode queue prune --older-than 0 --status cancelled
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The minimum time since the job's end: 12h, 7d (default: 30d).", valueName: "time"),
        transform: DurationText.seconds)
    var olderThan = 30 * 86400.0

    @Option(
        help: ArgumentHelp(
            "Only jobs in these states: completed, failed, cancelled (default: all).",
            valueName: "status")
    )
    var status: [JobStatus] = []

    @Flag(help: "Print JSON: pruned.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard status.allSatisfy(\.state.isFinal) else {
            throw ValidationError(
                "Only ended jobs can be deleted: completed, failed, cancelled.")
        }
    }

    func run() async throws {
        let store = try await queue.open()
        let states = status.isEmpty ? JobState.allCases.filter(\.isFinal) : status.map(\.state)
        var (count, batch) = (0, 0)
        repeat {
            batch = try await store.prune(olderThan: olderThan, states: states, limit: 500)
            count += batch
        } while batch > 0 && !Task.isCancelled
        StandardStream.output.print(
            json ? try JSONText.of(["pruned": count]) : "\(Quantity.count(count, "job")) deleted")
    }
}
