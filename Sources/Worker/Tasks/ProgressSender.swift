internal import JobQueue
internal import Synchronization

/// Carries a task's progress into the store, at most once a second, the latest only.
final class ProgressSender: Sendable {
    private struct State {
        var latest = TaskProgress(fraction: 0)
        var isSent = true
    }
    private let state = Mutex(State())

    /// Notes progress; costs next to nothing.
    func send(_ progress: TaskProgress) {
        state.withLock { state in
            // A note that was not sent yet must not get lost to progress that has none.
            let (note, artifacts) = (progress.note ?? state.latest.note, state.latest.artifacts)
            state.latest = progress
            (state.latest.note, state.latest.artifacts) = (note, artifacts)
            state.isSent = false
        }
    }

    /// Notes what is known of the job; progress stays what it was.
    func send(note: String) {
        state.withLock { state in
            state.latest.note = note
            state.isSent = false
        }
    }

    /// Notes that one more artifact is finished.
    func sendArtifact() {
        state.withLock { state in
            state.latest.artifacts += 1
            state.isSent = false
        }
    }

    /// Sends until it is cancelled; ends a second later at most, also where the store is away.
    func run(_ store: any QueueStore, _ lease: Lease) async {
        while !Task.isCancelled {
            if let progress = take() {
                // What is stale or could not be said: the heartbeat finds out why.
                let report = Task { _ = try? await store.report(lease, progress) }
                await withTaskCancellationHandler {
                    await report.value
                } onCancel: {
                    // Not broken off at once: that would cost the connection of a store which is about to answer.
                    Task {
                        try? await Task.sleep(for: .seconds(1))
                        report.cancel()
                    }
                }
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func take() -> TaskProgress? {
        state.withLock { state in
            guard !state.isSent else { return nil }
            defer { (state.latest.note, state.isSent) = (nil, true) }
            return state.latest
        }
    }
}
