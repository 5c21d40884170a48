import Testing

@testable import JobQueue

@Suite struct HeartbeatMonitorTests {
    private let start = ContinuousClock.now

    @Test func leaseExpiresWithoutHeartbeat() {
        var monitor = HeartbeatMonitor()
        var found: [Int: [Int64]] = [:]
        for second in stride(from: 0, through: 20, by: 2) {
            let heartbeats: [Int64: Int64] = [1: 100, 2: Int64(second / 4)]
            found[second] = monitor.observe(
                heartbeats, at: after(second), lease: .seconds(15))
        }
        #expect(found.filter { !$0.value.isEmpty } == [16: [1], 18: [1], 20: [1]])
    }

    /// A heartbeat may have an earlier time than the one before, when the clock is set back.
    @Test func anyChangedHeartbeatRenewsTheLease() {
        var monitor = HeartbeatMonitor()
        for second in 0..<100 {
            let heartbeat = Int64(second.isMultiple(of: 2) ? 1_000_000 : 1)
            #expect(
                monitor.observe([1: heartbeat], at: after(second * 3), lease: .seconds(5)) == [])
        }
    }

    /// No worker can send heartbeats while the store is unreachable.
    @Test func timeWithoutObservationDoesNotCount() {
        var monitor = HeartbeatMonitor()
        for second in [0, 2, 4, 600, 602, 604, 1200, 1202] {
            #expect(monitor.observe([1: 1], at: after(second), lease: .seconds(15)) == [])
        }
        #expect(monitor.observe([1: 1], at: after(1210), lease: .seconds(15)) == [])
        #expect(monitor.observe([1: 1], at: after(1216), lease: .seconds(15)) == [1])
    }

    private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
}
