internal import Dispatch
internal import Synchronization

/// File operations with a timeout, on threads outside of the cooperative pool: a file server may block them.
final class FileOperations: Sendable {
    /// The number of blocked operations above which no further one starts.
    private static let maxBlocked = 4

    private let timeout: Double
    private let blocked = Atomic<Int>(0)

    /// Creates operations with a timeout, in seconds.
    init(timeout: Double = 2) { self.timeout = timeout }

    /// Runs a body.
    ///
    /// - Returns: The body's output; `nil` after the timeout, or if too many operations are blocked.
    func run<Output: Sendable>(_ body: @escaping @Sendable () -> Output) async -> Output? {
        guard blocked.load(ordering: .relaxed) < Self.maxBlocked else { return nil }
        return await withCheckedContinuation { continuation in
            let result = FirstResult<Output?>(continuation)
            DispatchQueue(label: "vtranscode.files").async { [self] in
                if !result.set(body()) { blocked.subtract(1, ordering: .relaxed) }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { [self] in
                // Counted before the caller resumes: its next operation must see the count.
                blocked.add(1, ordering: .relaxed)
                if !result.set(nil) { blocked.subtract(1, ordering: .relaxed) }
            }
        }
    }
}

/// A continuation that is resumed with the first of several results.
private final class FirstResult<Output: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Output, Never>?>

    init(_ continuation: CheckedContinuation<Output, Never>) { waiting = Mutex(continuation) }

    /// Resumes the continuation, unless that was done before.
    ///
    /// - Returns: Whether this result was the first.
    func set(_ output: Output) -> Bool {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: output)
        return continuation != nil
    }
}
