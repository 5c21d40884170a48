import Testing

@testable import LibAV

/// Timestamps of concatenated recordings continue, and streams stay synchronized.
@Suite struct TimestampUnwrapperTests {
    private struct Packet {
        let stream: Int
        let time: Int
        var duration = 3_600
    }

    /// The unwrapped times of packets.
    private func times(_ packets: [Packet]) -> (times: [Int], count: Int) {
        var unwrapper = TimestampUnwrapper()
        let times = packets.map {
            $0.time + unwrapper.shift(stream: $0.stream, time: $0.time, duration: $0.duration)
        }
        return (times, unwrapper.count)
    }

    /// Also where the next recording starts more than a minute before the first one, which libav takes for an overflow.
    @Test(arguments: [0, 90_000, 1 << 33 - 1_000_000])
    func nextRecordingFollowsTheOneBefore(start: Int) {
        let first = (0..<50).map { Packet(stream: 0, time: 900_000 + 3_600 * $0) }
        let second = (0..<50).map { Packet(stream: 0, time: start + 3_600 * $0) }
        let unwrapped = times(first + second)
        #expect(unwrapped.times == (0..<100).map { 900_000 + 3_600 * $0 })
        #expect(unwrapped.count == 2)
    }

    /// Streams reach the next recording one after the other.
    @Test func streamsStaySynchronized() {
        let unwrapped = times([
            Packet(stream: 0, time: 500_000), Packet(stream: 1, time: 501_000, duration: 1_000),
            Packet(stream: 0, time: 503_600), Packet(stream: 0, time: 1_000),
            Packet(stream: 1, time: 502_000, duration: 1_000), Packet(stream: 0, time: 4_600),
            Packet(stream: 1, time: 800, duration: 1_000), Packet(stream: 1, time: 1_800),
        ])
        #expect(
            unwrapped.times == [
                500_000, 501_000, 503_600, 507_200, 502_000, 510_800, 507_000, 508_000,
            ])
        #expect(unwrapped.count == 2)
    }

    /// One corrupt timestamp; a pause of some seconds; a small step back.
    @Test(arguments: [
        [0, 3_600, 1 << 33 - 5, 7_200], [900_000, 3, 903_600, 907_200],
        [0, 3_600, 903_600, 907_200], [90_000, 50_000, 93_600], [0, 800_000_000, 800_003_600],
    ])
    func timestampsWithoutRestartAreUnchanged(stated: [Int]) {
        let unwrapped = times(stated.map { Packet(stream: 0, time: $0) }).times
        let isUnchanged = zip(unwrapped, stated).map { $0 == $1 }
        #expect(isUnchanged.count { !$0 } <= 1)
        #expect(isUnchanged.last == true)
    }

    /// Restarts at every packet take constant memory and time.
    @Test func endlessRestartsAreHandled() {
        let unwrapped = times((0..<100_000).map { Packet(stream: $0 % 3, time: -$0 * 1_000_000) })
        #expect(unwrapped.times.count == 100_000)
    }
}
