/// Waits for some work, but no longer than until an instant.
///
/// Then the work is cancelled and not waited for any more, unlike a task group's children: it may be kept by a file server or a
/// store that is away.
///
/// - Parameters:
///   - limit: When to wait no longer.
///   - work: What to wait for.
/// - Returns: What the work did; `nil` if the time was over first, or the caller was cancelled.
/// - Throws: What the work throws.
func within<Output: Sendable>(
    _ limit: ContinuousClock.Instant, _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output? {
    let (results, race) = AsyncStream.makeStream(of: Result<Output, any Error>?.self)
    let working = Task {
        do {
            race.yield(.success(try await work()))
        } catch {
            race.yield(.failure(error))
        }
    }
    let waiting = Task {
        try? await Task.sleep(until: limit)
        race.yield(nil)
    }
    defer {
        working.cancel()
        waiting.cancel()
    }
    for await first in results { return try first?.get() }
    return nil
}
