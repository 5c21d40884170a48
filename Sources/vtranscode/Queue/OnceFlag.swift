import Synchronization

/// Something that has happened or not, told between threads.
final class OnceFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }

    /// Does something the first time only.
    func once(_ body: () -> Void) {
        if !value.exchange(true, ordering: .relaxed) { body() }
    }
}
