/// Waits until a condition holds, ten minutes at most.
public func eventually(_ isDone: @Sendable () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while try await !isDone() {
        guard ContinuousClock.now < deadline else { throw TimedOut() }
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// A condition that did not come to hold.
public struct TimedOut: Error {}
