internal import Dispatch

/// Calls `isStopped` once a second during a body that cannot, since each call is a liveness signal.
///
/// - Parameters:
///   - isStopped: Called on a thread of Dispatch; its result is ignored.
///   - body: A blocking call of limited duration, such as writing the index of a file.
/// - Returns: The result of the body.
package func reportingLiveness<Result: ~Copyable>(
    by isStopped: @escaping @Sendable () -> Bool, _ body: () throws -> Result
) rethrows -> Result {
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { _ = isStopped() }
    timer.resume()
    defer { timer.cancel() }
    return try body()
}
