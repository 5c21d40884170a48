internal import Dispatch
internal import Synchronization

/// Looks at files that may lie on a share which does not answer: on threads of its own, since Swift's must not wait.
final class FileLook: Sendable {
    /// Looks at a time; chosen because more than these wait only for a share that hangs, and each has a thread.
    private static let width = 4

    private let patience: Double
    private let underway = Atomic<Int>(0)

    /// Looks that are waited for so many seconds at most.
    init(patience: Double = 2) { self.patience = patience }

    /// Carries out a body.
    ///
    /// - Returns: What it gave; `nil` where it takes too long, or too many others do.
    func callAsFunction<Output: Sendable>(
        _ body: @escaping @Sendable () -> Output
    ) async -> Output? {
        let (before, _) = underway.add(1, ordering: .relaxed)
        guard before < Self.width else {
            underway.subtract(1, ordering: .relaxed)
            return nil
        }
        return await withCheckedContinuation { continuation in
            let answer = FirstAnswer<Output?>(continuation)
            DispatchQueue(label: "vtranscode.look").async { [self] in
                answer.give(body())
                underway.subtract(1, ordering: .relaxed)
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + patience) { answer.give(nil) }
        }
    }
}

/// Whoever answers first is heard, and nobody else.
private final class FirstAnswer<Output: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Output, Never>?>

    init(_ continuation: CheckedContinuation<Output, Never>) { waiting = Mutex(continuation) }

    func give(_ output: Output) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: output)
    }
}
