internal import Synchronization

/// The CPU time of the stages of a piece of work, from any thread.
public final class StageTimes: Sendable {
    private let sums = Mutex<[String: Double]>([:])

    public init() {}

    /// The CPU seconds of each stage whose threads have ended it.
    public var seconds: [String: Double] { sums.withLock(\.self) }

    func add(_ times: [String: Double]) {
        sums.withLock { $0.merge(times, uniquingKeysWith: +) }
    }
}
