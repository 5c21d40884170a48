/// Detects jumps of the wall clock, which decides how old jobs are.
///
/// A clock that was set a month ahead would make every ended job old enough to be deleted. The clock is therefore not trusted for
/// `proofTime` after a jump, in which an operator can set it back.
struct ClockMonitor: Sendable {
    /// A reading of the wall clock that the store retains, in milliseconds since 1970.
    struct Record: Sendable, Hashable {
        let reading: Int64
        /// The time from which the clock is trusted.
        let trustedFrom: Int64
        /// Whether the clock has jumped before this reading.
        let hasJumped: Bool
    }

    /// The time for which a clock must run evenly after a jump, in milliseconds.
    static let proofTime: Int64 = 3_600_000
    /// The difference between the wall clock and the monotonic clock that is no jump, in milliseconds; chosen as more than time
    /// servers correct at once.
    private static let tolerance: Int64 = 60_000
    /// The longest time without a reading by any process that is no jump, in milliseconds; chosen so that hosts may be switched
    /// off for a night, and because jobs that are deleted a day early do no harm.
    private static let longestGap: Int64 = 86_400_000
    /// The same while the clock is not trusted, so that a second jump does not pass for the even run of the clock; chosen above the
    /// interval at which processes read the clock.
    private static let longestUntrustedGap: Int64 = 300_000

    private var last: (reading: Int64, time: ContinuousClock.Instant)?

    /// Compares a reading of the wall clock with this process's monotonic clock, and with the store's record.
    mutating func observe(
        _ reading: Int64, at time: ContinuousClock.Instant, _ record: Record?
    ) -> Record {
        let isTrusted = record.map { $0.reading >= $0.trustedFrom } ?? true
        var hasJumped = false
        var longestGap = isTrusted ? Self.longestGap : Self.longestUntrustedGap
        if let last {
            let elapsed = Int64(last.time.duration(to: time) / .milliseconds(1))
            hasJumped = abs(reading - last.reading - elapsed) > Self.tolerance
            longestGap = max(longestGap, elapsed + Self.tolerance)
        }
        // The clock may have been wrong only between two readings of this process: another one has recorded a reading then.
        if let record {
            let gap = reading - record.reading
            hasJumped = hasJumped || !(-Self.tolerance...longestGap).contains(gap)
        }
        last = (reading, time)
        return Record(
            reading: reading,
            trustedFrom: hasJumped ? reading + Self.proofTime : record?.trustedFrom ?? reading,
            hasJumped: hasJumped)
    }
}
