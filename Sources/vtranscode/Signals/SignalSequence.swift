/// Distinguishes a second signal from a duplicate of the first.
///
/// One Ctrl-C or one `timeout` may send a process two signals: directly, and through its process group.
struct SignalSequence {
    enum Meaning {
        case first, duplicate, second
    }

    /// The debounce interval, in seconds; chosen above the delay of signals on a busy host and below that of a person.
    static let debounce = 1.0

    private var first: Double?

    /// Classifies a signal that is received at a time, in seconds of a monotonic clock.
    mutating func receive(at now: Double) -> Meaning {
        guard let first else {
            first = now
            return .first
        }
        return now - first < Self.debounce ? .duplicate : .second
    }
}
