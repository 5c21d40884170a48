internal import Dispatch
internal import Synchronization

/// A file of work in the parent's own process, whose ranges are requested from its provider.
public struct ProvidedRanges: RangeReader {
    private let provider: RangeProvider

    public init(_ provider: RangeProvider) { self.provider = provider }

    public func read<Output>(
        _ range: Range<Int>, _ body: (Range<Int>) throws -> Output
    ) throws -> Output {
        let outcome = Outcome()
        let isDone = DispatchSemaphore(value: 0)
        _ = provider.request(range.prefix(RangeProvider.largestRequest)) { result in
            outcome.set(result)
            isDone.signal()
        }
        isDone.wait()
        let granted = try outcome.result.get()
        return try withExtendedLifetime(granted) { try body(range.clamped(to: granted.range)) }
    }

    /// The result of a request, which another thread sets.
    private final class Outcome: Sendable {
        private let value = Mutex<Result<GrantedRange, any Error>>(
            .failure(SandboxError.badReply("no range")))

        func set(_ result: Result<GrantedRange, any Error>) { value.withLock { $0 = result } }

        var result: Result<GrantedRange, any Error> { value.withLock { $0 } }
    }
}
