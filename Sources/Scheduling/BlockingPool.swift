import Dispatch

/// Runs blocking work off the cooperative pool; cancelling the task sets the work's flag.
///
/// The pool has no width of its own: the schedule decides how many jobs run at a time. Every call
/// gets a serial queue, because Dispatch gives a thread to each of those at once, while work on
/// one concurrent queue gets no more threads than the machine has cores until it is seen blocked.
public struct BlockingPool: Sendable {
    private let label: String

    public init(label: String) { self.label = label }

    /// Runs the body on a thread of its own and returns when it has ended, cancelled or not.
    ///
    /// - Throws: `CancellationError` if the body threw anything after the task was cancelled
    ///   (the error is then only the way in which the work stopped); else what the body threw.
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
