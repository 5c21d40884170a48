internal import JobQueue
internal import class Scheduling.Latch
internal import class Scheduling.Pause
internal import func Scheduling.withTimeout
internal import Synchronization

/// Sends a task's latest progress to the store, at most once a second.
final class ProgressSender: Sendable {
    private struct State {
        var latest = TaskProgress(fraction: 0)
        var isSent = true
    }
    private let state = Mutex(State())
    private let pause = Pause()
    private let end = Latch()

    /// Records progress; it may be called often.
    func send(_ progress: TaskProgress) {
        state.withLock { state in
            // Progress without a note does not replace a note that was not sent yet.
            let before = state.latest
            state.latest = progress
            state.latest.note = progress.note ?? before.note
            state.latest.artifacts = before.artifacts
            state.latest.cpuSeconds = before.cpuSeconds
            state.latest.expectedCPUSeconds = before.expectedCPUSeconds
            state.isSent = false
        }
    }

    /// Records a note for the job; the progress does not change.
    func send(note: String) {
        state.withLock { state in
            state.latest.note = note
            state.isSent = false
        }
    }

    /// Records the completion of one more artifact.
    func sendArtifact() {
        state.withLock { state in
            state.latest.artifacts += 1
            state.isSent = false
        }
    }

    /// Records the CPU time of the attempt so far, in seconds; `nil` if it is unknown.
    func send(cpuSeconds: Double?) {
        state.withLock { state in
            state.latest.cpuSeconds = cpuSeconds
            state.isSent = false
        }
    }

    /// Records a new estimate of the task's CPU time, in seconds.
    func send(expectedCPUSeconds: Double) {
        state.withLock { state in
            state.latest.expectedCPUSeconds = expectedCPUSeconds
            state.isSent = false
        }
    }

    /// Ends `run` within a second, also if the store is unreachable.
    func finish() {
        end.open()
        pause.end()
    }

    /// Sends progress until `finish()` or the task's cancellation.
    func run(_ store: any QueueStore, _ lease: Lease) async {
        while !end.isOpen, !Task.isCancelled {
            if let progress = take() { await report(progress, store, lease) }
            await pause.wait(1)
        }
    }

    /// Reports progress; after `finish()`, the report is cancelled only after a second, because cancellation costs the connection
    /// to a store that is about to respond.
    private func report(_ progress: TaskProgress, _ store: any QueueStore, _ lease: Lease) async {
        let timeout: @Sendable () async throws -> Void = { [end] in
            await end.wait()
            try await Task.sleep(for: .seconds(1))
        }
        // The next heartbeat detects a stale lease or an unreachable store.
        _ = try? await withTimeout(after: timeout) { try await store.report(lease, progress) }
    }

    private func take() -> TaskProgress? {
        state.withLock { state in
            guard !state.isSent else { return nil }
            defer {
                (state.latest.note, state.latest.expectedCPUSeconds) = (nil, nil)
                state.isSent = true
            }
            return state.latest
        }
    }
}
