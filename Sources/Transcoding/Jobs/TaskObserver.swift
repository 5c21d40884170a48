internal import Scheduling

/// Callbacks about a task, beside those for its progress.
package struct TaskObserver: Sendable {
    @TaskLocal static var current: TaskObserver?

    /// Called while the task makes progress: often, and from any thread.
    let onActivity: @Sendable () -> Void
    /// Called before an operation that may show no activity for some seconds.
    let onExpectedDuration: @Sendable (_ seconds: Double) -> Void
    /// Called when an artifact is finished that no earlier attempt has left.
    let onArtifact: @Sendable () -> Void
    /// Returns whether the task is still this process's; called before each change of a shared store, from any thread.
    let isLeaseValid: @Sendable () -> Bool
    /// Called with the CPU seconds of each sandbox process that has terminated, from any thread.
    let onCPUTime: @Sendable (_ seconds: Double) -> Void

    package init(
        onActivity: @escaping @Sendable () -> Void,
        onExpectedDuration: @escaping @Sendable (_ seconds: Double) -> Void,
        onArtifact: @escaping @Sendable () -> Void,
        isLeaseValid: @escaping @Sendable () -> Bool = { true },
        onCPUTime: @escaping @Sendable (_ seconds: Double) -> Void = { _ in }
    ) {
        self.onActivity = onActivity
        self.onExpectedDuration = onExpectedDuration
        self.onArtifact = onArtifact
        self.isLeaseValid = isLeaseValid
        self.onCPUTime = onCPUTime
    }

    /// Observes the tasks that the body executes.
    package func observe<Result: Sendable>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Liveness.$handler.withValue(onActivity) {
            try await Self.$current.withValue(self) { try await body() }
        }
    }

    /// The seconds that reading or writing on a file server may take; 20 MB/s is chosen as less than a busy one achieves.
    static func seconds(bytes: Double, files: Int = 0) -> Double {
        bytes / 20e6 + Double(files) / 20
    }
}
