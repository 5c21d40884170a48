import Synchronization

/// A flag that threads share, and that is set once.
final class AtomicFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }

    /// Runs a body the first time only.
    func once(_ body: () -> Void) {
        if !value.exchange(true, ordering: .relaxed) { body() }
    }
}
