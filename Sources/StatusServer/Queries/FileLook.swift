internal import Dispatch
internal import Synchronization

/// Looks at files that may lie on a share which does not answer: on threads of their own, since Swift's must not wait.
final class FileLook: Sendable {
    /// Looks that hang; chosen because while so many do, one more would only be one more.
    private static let most = 4

    private let patience: Double
    private let hanging = Atomic<Int>(0)

    /// Looks that are waited for so many seconds at most.
    init(patience: Double = 2) { self.patience = patience }

    /// Carries out a body.
    ///
    /// - Returns: What it gave; `nil` where it takes too long, or is not begun since others hang.
    func callAsFunction<Output: Sendable>(
        _ body: @escaping @Sendable () -> Output
    ) async -> Output? {
        guard hanging.load(ordering: .relaxed) < Self.most else { return nil }
        return await withCheckedContinuation { continuation in
            let answer = FirstAnswer<Output?>(continuation)
            DispatchQueue(label: "vtranscode.look").async { [self] in
                if !answer.give(body()) { hanging.subtract(1, ordering: .relaxed) }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [self] in
                // Counted before the caller goes on: its next look must see the count.
                hanging.add(1, ordering: .relaxed)
                if !answer.give(nil) { hanging.subtract(1, ordering: .relaxed) }
            }
        }
    }
}

/// Whoever answers first is heard, and nobody else.
private final class FirstAnswer<Output: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Output, Never>?>

    init(_ continuation: CheckedContinuation<Output, Never>) { waiting = Mutex(continuation) }

    /// - Returns: Whether it was the first.
    func give(_ output: Output) -> Bool {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: output)
        return continuation != nil
    }
}
