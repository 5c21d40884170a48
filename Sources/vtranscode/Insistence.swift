/// Tells a second request to stop from an echo of the first.
///
/// One Ctrl-C or one `timeout` may reach a process twice: directly, and through its process group.
struct Insistence {
    enum Request {
        case first, echo, again
    }

    /// Seconds, chosen above what signals take on a busy machine and below what people take to insist.
    static let echoes = 1.0

    private var first: Double?

    /// What a request means that comes at a time, in seconds of a clock that nobody sets.
    mutating func request(at now: Double) -> Request {
        guard let first else {
            first = now
            return .first
        }
        return now - first < Self.echoes ? .echo : .again
    }
}
