import ArgumentParser
import JobQueue
import StatusServer

/// `vtranscode queue stats`: shows the statistics of the queue.
struct QueueStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show the numbers of jobs and tasks, and the workers.",
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
            state.name.padded(toWidth: 14) + "\(stats.jobs[state] ?? 0)"
        }
        if stats.isPaused { lines.insert("the queue is paused", at: 0) }
        if let wait = stats.oldestWait {
            lines.append("longest wait".padded(toWidth: 14) + Quantity.clock(wait))
        }
        lines.append("ready tasks".padded(toWidth: 14) + "\(stats.tasks[.ready] ?? 0)")
        if let suspects = stats.tasks[.quarantined], suspects > 0 {
            lines.append("quarantined".padded(toWidth: 14) + "\(suspects)")
        }
        lines.append("workers".padded(toWidth: 14) + "\(stats.workers.count)")
        for worker in stats.workers {
            lines.append(
                "  \(worker.id)  \(worker.info.name.printable)  \(worker.running) running, last heartbeat \(Quantity.elapsed(worker.heartbeatAge)) ago"
            )
        }
        if stats.deliveriesPending + stats.deliveriesFailed > 0 {
            lines.append(
                "webhooks".padded(toWidth: 14)
                    + "\(stats.deliveriesPending) pending, \(stats.deliveriesFailed) abandoned")
        }
        return lines.joined(separator: "\n")
    }
}
