internal import JobQueue
internal import Logging

/// The deletion of old jobs, in a loop of its own: a backlog of old jobs must not delay the detection of expired leases.
extension QueueWorker {
    /// The number of jobs that one transaction deletes; chosen so that other transactions on a SQLite file hardly wait.
    private static let pruningLimit = 100

    /// Deletes jobs after their retention.
    func pruneOldJobs() async {
        guard let retention = settings.retention else { return }
        while !Task.isCancelled {
            var isComplete = true
            do {
                let outcome = try await store.pruneByTrustedClock(
                    olderThan: retention, states: [.completed, .failed, .cancelled],
                    limit: Self.pruningLimit)
                record(outcome)
                isComplete = outcome.jobs < Self.pruningLimit
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning("could not delete old jobs", metadata: ["error": "\(error)"])
            }
            let pause = isComplete ? settings.pruningInterval * .random(in: 0.75...1) : 0.1
            try? await Task.sleep(for: .seconds(pause))
        }
    }

    private func record(_ outcome: Pruning) {
        counts.change {
            $0.prunedJobs += outcome.jobs
            $0.isClockTrusted = outcome.distrust == nil
        }
        guard let distrust = outcome.distrust else { return }
        warn(
            "wall clock has jumped, no jobs are deleted until it has run evenly for an hour",
            key: "clock", ["remaining": "\(Int(distrust.rounded(.up))) s"])
    }
}
