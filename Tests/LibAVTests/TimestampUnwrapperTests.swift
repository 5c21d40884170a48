import Testing

@testable import LibAV

/// Times of recordings that were joined go on, each stream in step with the others.
@Suite struct TimestampUnwrapperTests {
    private struct Packet {
        let stream: Int
        let time: Int
        var duration = 3_600
    }

    /// The times that packets get.
    private func times(_ packets: [Packet]) -> (times: [Int], count: Int) {
        var clocks = TimestampUnwrapper()
        let times = packets.map {
            $0.time + clocks.shift(stream: $0.stream, time: $0.time, duration: $0.duration)
        }
        return (times, clocks.count)
    }

    /// Also where the next clock lies before the first by more than a minute, which libav takes for one that ran over.
    @Test(arguments: [0, 90_000, 1 << 33 - 1_000_000])
    func theNextRecordingFollowsTheOneBefore(start: Int) {
        let first = (0..<50).map { Packet(stream: 0, time: 900_000 + 3_600 * $0) }
        let second = (0..<50).map { Packet(stream: 0, time: start + 3_600 * $0) }
        let joined = times(first + second)
        #expect(joined.times == (0..<100).map { 900_000 + 3_600 * $0 })
        #expect(joined.count == 2)
    }

    /// Streams get to the next recording one after the other, and stay together.
    @Test func streamsStayTogether() {
        let joined = times([
            Packet(stream: 0, time: 500_000), Packet(stream: 1, time: 501_000, duration: 1_000),
            Packet(stream: 0, time: 503_600), Packet(stream: 0, time: 1_000),
            Packet(stream: 1, time: 502_000, duration: 1_000), Packet(stream: 0, time: 4_600),
            Packet(stream: 1, time: 800, duration: 1_000), Packet(stream: 1, time: 1_800),
        ])
        #expect(
            joined.times == [
                500_000, 501_000, 503_600, 507_200, 502_000, 510_800, 507_000, 508_000,
            ])
        #expect(joined.count == 2)
    }

    /// Damage tells one time wrong; a stream waits for some seconds, or comes a little late.
    @Test(arguments: [
        [0, 3_600, 1 << 33 - 5, 7_200], [900_000, 3, 903_600, 907_200],
        [0, 3_600, 903_600, 907_200], [90_000, 50_000, 93_600], [0, 800_000_000, 800_003_600],
    ])
    func whatIsNoRestartKeepsItsClock(stated: [Int]) {
        let joined = times(stated.map { Packet(stream: 0, time: $0) }).times
        let isKept = zip(joined, stated).map { $0 == $1 }
        #expect(isKept.count { !$0 } <= 1)
        #expect(isKept.last == true)
    }

    /// A clock that starts again with every packet costs neither memory nor time.
    @Test func restartsWithoutEndDoNoHarm() {
        let joined = times((0..<100_000).map { Packet(stream: $0 % 3, time: -$0 * 1_000_000) })
        #expect(joined.times.count == 100_000)
    }
}
