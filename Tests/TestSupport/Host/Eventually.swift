/// Waits until a condition is true, at most ten minutes.
public func eventually(_ isDone: @Sendable () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while try await !isDone() {
        guard ContinuousClock.now < deadline else { throw TimedOut() }
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// The error of a condition that did not become true.
public struct TimedOut: Error {}
