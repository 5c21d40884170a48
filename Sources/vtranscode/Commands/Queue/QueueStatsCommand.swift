import ArgumentParser
import JobQueue
import StatusServer

/// `vtranscode queue stats`: the queue in numbers.
struct QueueStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how many jobs and tasks there are, and which workers.",
        discussion: """
            EXAMPLES
              vtranscode queue stats
              vtranscode queue stats --json | jq .tasks.ready
            """)

    @Flag(help: "Print a JSON object.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func run() async throws {
        let stats = try await queue.open().stats()
        StandardStream.output.print(json ? try JSONText.of(StatsView(stats)) : text(stats))
    }

    private func text(_ stats: QueueStats) -> String {
        var lines = JobState.allCases.map { state in
            state.name.padded(toWidth: 12) + "\(stats.jobs[state] ?? 0)"
        }
        if stats.isPaused { lines.insert("the queue is paused", at: 0) }
        if let wait = stats.oldestWait {
            lines.append("oldest".padded(toWidth: 12) + Quantity.clock(wait))
        }
        lines.append("ready tasks".padded(toWidth: 12) + "\(stats.tasks[.ready] ?? 0)")
        if let suspects = stats.tasks[.quarantined], suspects > 0 {
            lines.append("quarantined".padded(toWidth: 12) + "\(suspects)")
        }
        lines.append("workers".padded(toWidth: 12) + "\(stats.workers.count)")
        for worker in stats.workers {
            lines.append(
                "  \(worker.id)  \(worker.info.name.printable)  \(worker.running) running, heard of \(Quantity.elapsed(worker.silence)) ago"
            )
        }
        if stats.deliveriesPending + stats.deliveriesFailed > 0 {
            lines.append(
                "webhooks".padded(toWidth: 12)
                    + "\(stats.deliveriesPending) to tell, \(stats.deliveriesFailed) given up")
        }
        return lines.joined(separator: "\n")
    }
}
