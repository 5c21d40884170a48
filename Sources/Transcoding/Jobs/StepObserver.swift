internal import Scheduling

/// Who wants to know how steps go on, beside their progress.
public struct StepObserver: Sendable {
    @TaskLocal static var current: StepObserver?

    /// Called when a step goes on: often, and from any thread.
    let onLife: @Sendable () -> Void
    /// Called when a step has come to a part that may be silent for so many seconds.
    let onExpectation: @Sendable (_ seconds: Double) -> Void
    /// Called when an artifact is finished that no earlier attempt had left.
    let onArtifact: @Sendable () -> Void

    public init(
        onLife: @escaping @Sendable () -> Void,
        onExpectation: @escaping @Sendable (_ seconds: Double) -> Void,
        onArtifact: @escaping @Sendable () -> Void
    ) {
        self.onLife = onLife
        self.onExpectation = onExpectation
        self.onArtifact = onArtifact
    }

    /// Observes the steps that the body takes.
    public func observe<Result: Sendable>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Liveness.$handler.withValue(onLife) {
            try await Self.$current.withValue(self) { try await body() }
        }
    }

    /// Seconds that reading or writing through file servers may take; 20 MB/s is chosen as less than a busy one gives.
    static func seconds(bytes: Double, files: Int = 0) -> Double {
        bytes / 20e6 + Double(files) / 20
    }
}
