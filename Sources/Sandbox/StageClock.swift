internal import Foundation

/// The clock of one thread, which divides the thread's CPU time into stages.
///
/// A stage that begins inside of another one interrupts it, so that no time counts twice. Confined to its thread.
public final class StageClock {
    private let total: StageTimes
    private var times: [String: Double] = [:]
    private var current: String?
    private var last: Double?

    /// Creates the clock of a thread, whose times are added to those of the work.
    public init(_ total: StageTimes = StageTimes()) { self.total = total }

    /// Executes a body as a stage; its time counts once the outermost stage has ended.
    public func measure<Result>(
        _ stage: String, _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = current
        change(to: stage)
        defer {
            change(to: outer)
            if outer == nil {
                total.add(times)
                times = [:]
            }
        }
        return try body()
    }

    private func change(to stage: String?) {
        let now = Self.now
        if let current, let now, let last { times[current, default: 0] += max(0, now - last) }
        (current, last) = (stage, now)
    }

    /// The CPU time of this thread, in seconds; `nil` if the system does not measure it.
    private static var now: Double? {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return nil }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
