import Synchronization

/// A flag that asks blocking work to stop; the work looks at it, once a frame or so.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Throws `CancellationError` once the flag is set.
    public func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Sets the flag, for good.
    public func cancel() { flag.store(true, ordering: .relaxed) }
}
