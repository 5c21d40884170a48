import ArgumentParser
import JobQueue

/// `vtranscode queue prune`: forgets ended jobs.
struct QueuePruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Forget jobs that ended long ago; packages stay.",
        discussion: """
            Jobs that wait or run stay, and those of which a webhook has still to be told. What a job left \
            behind is removed by a worker first.

            EXAMPLES
              vtranscode queue prune --older-than 7d
              vtranscode queue prune --older-than 0 --status cancelled
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long ago they must have ended: 12h, 7d (default: 30d).", valueName: "time"),
        transform: DurationText.seconds)
    var olderThan = 30 * 86400.0

    @Option(
        help: ArgumentHelp(
            "Only these: completed, failed, cancelled (default: all of them).", valueName: "status")
    )
    var status: [JobStatus] = []

    @Flag(help: "Print JSON: pruned.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard status.allSatisfy(\.state.isFinal) else {
            throw ValidationError(
                "Only jobs that have ended are forgotten: completed, failed, cancelled.")
        }
    }

    func run() async throws {
        let store = try await queue.open()
        let states = status.isEmpty ? JobState.allCases.filter(\.isFinal) : status.map(\.state)
        var (count, step) = (0, 0)
        repeat {
            step = try await store.prune(olderThan: olderThan, states: states, limit: 500)
            count += step
        } while step > 0 && !Task.isCancelled
        StandardStream.output.print(
            json ? try JSONText.of(["pruned": count]) : "\(Quantity.count(count, "job")) forgotten")
    }
}
