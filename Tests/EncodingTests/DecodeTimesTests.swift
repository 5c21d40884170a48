import Testing

@testable import Encoding

/// Decode times at the end of a segment, in random orders of decoding.
@Suite struct DecodeTimesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        let frameCount: Int
        /// The largest number of frames that are reordered together.
        let reordering: Int
        let ticksPerFrame: Int
        var testDescription: String {
            "\(frameCount) frames, reordering \(reordering), \(ticksPerFrame) ticks, seed \(seed)"
        }

        static let all = [1, 2, 3, 5, 12, 40].flatMap { count in
            [1, 2, 4, 9].flatMap { reordering in
                [1001, 512, 17].enumerated().map {
                    Case(
                        seed: UInt64(count * 100 + reordering * 10 + $0.offset), frameCount: count,
                        reordering: reordering, ticksPerFrame: $0.element)
                }
            }
        }

        /// The numbers of the frames in decode order: the first frame, then groups whose order is random.
        var order: [Int] {
            var generator = SeededGenerator(seed: seed)
            var order = [0]
            while order.count < frameCount {
                let size = min(
                    Int.random(in: 1...reordering, using: &generator), frameCount - order.count)
                order += (order.count..<order.count + size).shuffled(using: &generator)
            }
            return order
        }
    }

    private struct SeededGenerator: RandomNumberGenerator {
        private var state: UInt64
        init(seed: UInt64) { state = seed }
        // SplitMix64 (Steele, Lea and Flood, 2014).
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return mixed ^ mixed >> 31
        }
    }

    private func times(_ test: Case) -> DecodeTimes {
        let delay = test.order.enumerated().map { $0.offset - $0.element }.max() ?? 0
        return DecodeTimes(
            presentation: 0, decoding: -delay, ticksPerFrame: test.ticksPerFrame,
            frameCount: test.frameCount)
    }

    /// The times of all packets, found as a writer finds them that holds only the packets which may still move.
    private func heldTimes(_ test: Case) -> (times: [Int], mostHeld: Int) {
        let times = times(test)
        var (found, held, most): ([Int], [Int], Int) = ([], [], 0)
        for frame in test.order {
            if !times.isMovable(frame: frame) {
                found += held.indices.map { times.regularTime(of: found.count + $0) }
                held = []
            }
            held.append(frame)
            most = max(most, held.count)
        }
        return (found + times.times(of: held, from: found.count), most)
    }

    @Test(arguments: Case.all)
    func noFrameIsPresentedBeyondTheEnd(_ test: Case) {
        let (order, times) = (test.order, heldTimes(test).times)
        let end = test.frameCount * test.ticksPerFrame
        #expect(times.first == 0)
        for (index, next) in (times.dropFirst() + [end]).enumerated() {
            let presentation = order[index] * test.ticksPerFrame
            #expect(times[index] < next && times[index] <= presentation)
            #expect(presentation + next - times[index] <= end)
        }
    }

    /// Packets that are not held have the times that a pass over all packets of the segment finds.
    @Test(arguments: Case.all)
    func heldPacketsSuffice(_ test: Case) {
        let (rule, held) = (times(test), heldTimes(test))
        var expected = test.order.indices.map { rule.regularTime(of: $0) }
        let end = test.frameCount * test.ticksPerFrame
        for index in test.order.indices.dropFirst().reversed() {
            let next = index + 1 < expected.count ? expected[index + 1] : end
            let shown = end - test.order[index] * test.ticksPerFrame
            expected[index] = max(expected[index], next - shown)
        }
        #expect(held.times == expected)
        #expect(held.mostHeld <= rule.delay + 1)
    }

    /// x265 reports such times for segments of one and of two frames.
    @Test(arguments: [Int.min, -1_000_000_007, -1, 0, 1, 1_000_000_007, .max])
    func undefinedDecodeTimeHasNoEffect(_ decoding: Int) {
        for count in 1...2 {
            let times = DecodeTimes(
                presentation: 0, decoding: decoding, ticksPerFrame: 100, frameCount: count)
            #expect(times.times(of: Array(0..<count), from: 0) == Array([0, 100].prefix(count)))
        }
    }

    /// Two B-frames between P-frames, and a P-frame at the end, which would last three frames.
    @Test func lastPacketsAreDecodedLater() {
        let times = DecodeTimes(
            presentation: 0, decoding: -2, ticksPerFrame: 100, frameCount: 5)
        // I P b b P: without a correction, the last P is decoded at 200 and lasts to 500.
        #expect((0..<5).map { times.regularTime(of: $0) } == [0, 33, 66, 100, 200])
        #expect(times.times(of: [2, 4], from: 3) == [100, 400])
    }
}
