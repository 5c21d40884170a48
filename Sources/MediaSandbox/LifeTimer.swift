internal import Dispatch

/// Asks `isStopped` once a second while something runs that cannot: being asked is what shows that work goes on.
package func showingLife<Result: ~Copyable>(
    by isStopped: @escaping @Sendable () -> Bool, _ body: () throws -> Result
) rethrows -> Result {
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { _ = isStopped() }
    timer.resume()
    defer { timer.cancel() }
    return try body()
}
