import Testing

@testable import JobQueue

/// Jumps of the wall clock, by comparison with the monotonic clock and with the reading that a store retains.
@Suite struct ClockMonitorTests {
    private static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000

    @Test(
        arguments: [
            (elapsed: 3_600_000, difference: 3_600_000, hasJumped: false),
            (60_000, 119_999, false), (60_000, 120_001, true), (60_000, 1, false),
            (60_000, -1, true), (60_000, 31 * day, true), (31 * day, 31 * day, false),
            (31 * day, 60_000, true),
        ])
    func differenceToMonotonicClockIsAJump(
        elapsed: Int64, difference: Int64, hasJumped: Bool
    ) {
        var monitor = ClockMonitor()
        let start = ContinuousClock.now
        let first = monitor.observe(1_000_000, at: start, nil)
        #expect(!first.hasJumped && first.trustedFrom == 1_000_000)
        let second = monitor.observe(
            1_000_000 + difference, at: start + .milliseconds(elapsed), first)
        #expect(second.hasJumped == hasJumped)
        let untrusted = second.reading + ClockMonitor.proofTime
        #expect(second.trustedFrom == (hasJumped ? untrusted : first.trustedFrom))
    }

    /// The first reading of a process: hosts may have been switched off.
    @Test(
        arguments: [
            (difference: minute, hasJumped: false), (day, false), (day + 1, true),
            (-minute, false), (-minute - 1, true),
        ])
    func differenceToStoredReadingIsAJump(difference: Int64, hasJumped: Bool) {
        var monitor = ClockMonitor()
        let stored = ClockMonitor.Record(reading: 5 * Self.day, trustedFrom: 7, hasJumped: false)
        let found = monitor.observe(5 * Self.day + difference, at: .now, stored)
        #expect(found.hasJumped == hasJumped)
        #expect((found.trustedFrom == 7) == !hasJumped)
    }

    /// Found by the simulation: the clock was a month ahead, and jumped by hours more before it was trusted.
    ///
    /// A process that started after the second jump took it for time that had passed.
    @Test(arguments: [(minutes: 5, hasJumped: false), (6, true), (12 * 60, true)])
    func secondJumpDoesNotMakeTheClockTrusted(minutes: Int, hasJumped: Bool) {
        let ahead = 100 * Self.day
        let stored = ClockMonitor.Record(
            reading: ahead, trustedFrom: ahead + ClockMonitor.proofTime, hasJumped: true)
        var monitor = ClockMonitor()
        let found = monitor.observe(ahead + Int64(minutes) * Self.minute, at: .now, stored)
        #expect(found.hasJumped == hasJumped)
        #expect(found.reading < found.trustedFrom)
    }

    /// Found by the simulation: the clock was wrong between two readings of a process, and right at both.
    ///
    /// Another process read the clock meanwhile, and recorded a time of trust that had passed long before the correction.
    @Test(arguments: [-39 * day, 39 * day])
    func jumpThatOnlyAnotherProcessReadIsDetected(difference: Int64) {
        let (start, now) = (100 * Self.day, ContinuousClock.now)
        var (first, second) = (ClockMonitor(), ClockMonitor())
        let before = first.observe(start, at: now, nil)
        let wrong = second.observe(
            start + difference + 10_000, at: now + .seconds(10), before)
        #expect(wrong.hasJumped)
        let corrected = first.observe(start + 20_000, at: now + .seconds(20), wrong)
        #expect(corrected.hasJumped)
        #expect(corrected.trustedFrom == corrected.reading + ClockMonitor.proofTime)
    }
}
