import Dispatch

/// Runs blocking calls outside of the cooperative thread pool; canceling the Swift task sets a flag.
///
/// The pool has no width of its own: the schedule decides how many jobs run at a time. Every call has a serial queue, since
/// Dispatch starts a thread for each of those immediately, but for one concurrent queue no more threads than there are cores
/// until it detects that they block.
public struct BlockingPool: Sendable {
    private let label: String

    /// Creates a pool whose queues have a label.
    public init(label: String) { self.label = label }

    /// Runs the body on a thread of its own and returns when it has ended, cancelled or not.
    ///
    /// - Throws: `CancellationError` if the body threw any error after the Swift task was cancelled; else the error of the
    ///   body.
    public func run<Output: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws -> Output
    ) async throws -> Output {
        let cancellation = Cancellation()
        let queue = DispatchQueue(label: label, qos: .utility)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(with: Result { try Self.run(body, cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private static func run<Output>(
        _ body: (Cancellation) throws -> Output,
        _ cancellation: Cancellation
    ) throws -> Output {
        do {
            try cancellation.check()
            return try body(cancellation)
        } catch {
            try cancellation.check()
            throw error
        }
    }
}
