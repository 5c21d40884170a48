internal import JobQueue
internal import Synchronization

/// Carries a task's progress into the store, at most once a second, the latest only.
final class ProgressSender: Sendable {
    private let latest = Mutex<TaskProgress?>(nil)

    /// Notes progress; costs next to nothing.
    func note(_ progress: TaskProgress) {
        latest.withLock { latest in
            // A note that was not sent yet must not get lost to progress that has none.
            var progress = progress
            progress.note = progress.note ?? latest?.note
            latest = progress
        }
    }

    /// Sends until it is cancelled.
    func send(to store: any QueueStore, _ lease: Lease) async {
        while !Task.isCancelled {
            if let progress = latest.withLock({ latest in
                defer { latest = nil }
                return latest
            }) {
                // What is stale or could not be said: the heartbeat finds out why.
                _ = try? await store.report(lease, progress)
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }
}
