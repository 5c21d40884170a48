import LibAV
import MediaTestSupport
import MediaUnits
import Testing

@testable import Encoding
@testable import MediaModel

/// The activity of gray frames, of still stripes and of stripes that move.
@Suite struct SourceActivityTests {
    private static let size = Resolution(width: 320, height: 180)

    private enum Content { case gray, stripes, moving }

    private func rung() throws -> RungPlan {
        let plan = try SamplePlan.plan(SamplePlan.info(size: Self.size, audioTracks: []))
        return try #require(plan.video?.rungs.first { $0.size == Self.size })
    }

    private func frame(_ content: Content, _ number: Int) throws -> Frame {
        let shift = content == .moving ? 2 * number : 0
        let luma: [UInt8] = (0..<Self.size.pixelCount).map { index in
            let isDark = (index % Self.size.width + shift) / 4 % 2 == 0
            return content == .gray ? 100 : UInt8(isDark ? 80 : 120)
        }
        let chroma = [UInt8](repeating: 128, count: Self.size.pixelCount / 2)
        return try Frame(pixels: (luma + chroma)[...], size: Self.size, format: "yuv420p")
    }

    private func values(
        _ content: Content, _ frames: Range<Int>
    ) throws -> [Int: ActivityHistogram] {
        var activity = try #require(SourceActivity(of: rung()))
        for number in frames { activity.take(try frame(content, number), number: number) }
        return activity.values
    }

    /// A GOP has 60 frames; the first one of each has no predecessor.
    @Test func everyFrameAfterTheFirstIsMeasured() throws {
        let values = try values(.stripes, 0..<75)
        #expect(values.keys.sorted() == Array(1..<60) + Array(61..<75))
        #expect(try self.values(.stripes, 0..<1).isEmpty)
    }

    /// Each unit may be one GOP.
    @Test func activityOfAGOPDoesNotDependOnThoseBefore() throws {
        let (both, one) = (try values(.moving, 0..<120), try values(.moving, 0..<60))
        for (number, value) in one {
            #expect(both[number] == value)
            #expect(both[number + 60] == value)
        }
    }

    @Test func busyAndMovingFramesHaveMore() throws {
        let weights = try [Content.gray, .stripes, .moving].map { content in
            try #require(values(content, 0..<3)[2]).meanWeight(.init(exponent: 0))
        }
        #expect(weights[0] > 2 * weights[1])
        #expect(weights[1] > 1.2 * weights[2])
    }

    /// A frame that repeats the one before it has no motion, whatever the frames around it have.
    @Test func repeatedFrameHasNoMotion() throws {
        var activity = try #require(SourceActivity(of: rung()))
        for (number, shown) in [0, 1, 1, 2].enumerated() {
            activity.take(try frame(.moving, shown), number: number)
        }
        let weights = try (1...3).map {
            try #require(activity.values[$0]).meanWeight(.init(exponent: 0))
        }
        #expect(weights[0] == weights[2])
        #expect(weights[1] > 1.2 * weights[0])
    }

    /// Texture is that of frame 1, then of frame 7.
    @Test func textureIsRenewed() throws {
        var activity = try #require(SourceActivity(of: rung()))
        for number in 0..<9 {
            activity.take(try frame(number < 3 ? .gray : .stripes, number), number: number)
        }
        let weights = try [2, 6, 8].map {
            try #require(activity.values[$0]).meanWeight(.init(exponent: 0))
        }
        #expect(weights[0] == 0.25 && weights[1] == 0.25)
        #expect(weights[2] < 0.25 / 2)
    }

    /// From 32 frames/s on, the change of motion counts, which needs two frames before: none if all get brighter evenly.
    @Test func evenMotionIsNoneAtHighRates() throws {
        func values(_ rate: Rational) throws -> [Int: ActivityHistogram] {
            let plan = try SamplePlan.plan(
                SamplePlan.info(rate: rate, audioTracks: []), preset: "hls-ladder-60")
            let rung = try #require(plan.video?.rungs.first { $0.frameRate == rate })
            var activity = try #require(SourceActivity(of: rung))
            let chroma = [UInt8](repeating: 128, count: rung.size.pixelCount / 2)
            for number in 0..<8 {
                let luma = [UInt8](repeating: UInt8(40 + 8 * number), count: rung.size.pixelCount)
                activity.take(
                    try Frame(pixels: (luma + chroma)[...], size: rung.size, format: "yuv420p"),
                    number: number)
            }
            return activity.values
        }
        let (low, high) = (try values(Rational(30)), try values(Rational(50)))
        #expect(low.keys.sorted() == Array(1..<8))
        #expect(high.keys.sorted() == Array(2..<8))
        #expect(high.values.allSatisfy { $0.meanWeight(.init(exponent: 1)) == 0.25 })
        #expect(low.values.allSatisfy { $0.meanWeight(.init(exponent: 1)) < 0.1 })
    }

    /// Frames with parts of blocks at their borders, and with one row of blocks.
    @Test(arguments: [Resolution(width: 162, height: 122), Resolution(width: 1000, height: 4)])
    func unusualSizesHaveActivity(_ size: Resolution) throws {
        let plan = try SamplePlan.plan(SamplePlan.info(size: size, audioTracks: []))
        let rung = try #require(plan.video?.rungs.first)
        var activity = try #require(SourceActivity(of: rung))
        for number in 0..<4 {
            let pixels = [UInt8](
                repeating: UInt8(40 + 8 * number), count: rung.size.pixelCount * 3 / 2)
            activity.take(
                try Frame(pixels: pixels[...], size: rung.size, format: "yuv420p"), number: number)
        }
        #expect(activity.values.count == 3)
        // Motion of 8 counts twice in each block; the weight is that of the middle of a class.
        #expect(
            activity.values.values.allSatisfy {
                abs(16 * $0.meanWeight(.init(exponent: 0)) - 1) < 0.07
            })
    }
}
