import Synchronization

/// A flag that requests a blocking call to stop; the call checks it, about once a frame.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    /// Whether the flag is set.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Throws `CancellationError` once the flag is set.
    public func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Sets the flag, irrevocably.
    public func cancel() { flag.store(true, ordering: .relaxed) }
}
