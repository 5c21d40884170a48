import MediaTestSupport
import MediaUnits
import Testing
import VideoCodecs

@testable import MediaModel
@testable import Planning

@Suite struct QualitySamplesTests {
    /// Returns the compared frames of each GOP of some units, from the unit's start.
    ///
    /// - Parameters:
    ///   - units: The numbers of frames of the units; segments without `segments`.
    ///   - gop: The number of frames of a GOP.
    ///   - codecs: The codec of each rendition, the largest first.
    ///   - rung: The index of the rendition.
    ///   - sides: The short side of each rendition.
    ///   - segments: The numbers of frames of the segments that the units divide.
    /// - Returns: For each unit, the frames of each GOP.
    /// - Throws: The error of planning the sample.
    private func frames(
        _ units: [Int], gop: Int, _ codecs: [VideoCodec] = [.h264], rung: Int = 0,
        sides: [Int] = [720, 360], segments: [Int]? = nil
    ) throws -> [[[Int]]] {
        let plan = try plan(codecs, sides: sides, gop: gop, segments: segments ?? units)
        return plans(units).map { unit in
            let samples = plan.qualitySamples(of: unit, in: rung)
            #expect(samples.gops.map(\.frames.count).reduce(0, +) == unit.frameCount)
            return samples.gops.map(\.compared)
        }
    }

    /// Returns a plan of renditions, each scaled from the one before; the grid has the frames of a divisor of 1.
    private func plan(
        _ codecs: [VideoCodec], sides: [Int], divisors: [Int] = [1, 1, 1, 1], gop: Int,
        segments: [Int]
    ) throws -> VideoPlan {
        let sample = try #require(try SamplePlan.plan(SamplePlan.info(audioTracks: [])).video)
        let rungs = codecs.enumerated().map { index, codec in
            let (side, divisor) = (sides[index], divisors[index])
            return RungPlan(
                name: "\(side)p", size: Resolution(width: side * 2, height: side),
                divisor: divisor, frameRate: Rational(60, divisor), gop: gop / divisor,
                timescale: 60_000, ticksPerFrame: 1_000 * divisor, ceiling: 1_000_000,
                buffer: 1_000_000, level: "4.0", crf: 23, codec: codec, options: [:],
                scaledFrom: index > 0 ? index - 1 : nil)
        }
        return VideoPlan(
            grid: sample.grid, source: sample.source, gop: gop, rungs: rungs, dropped: [],
            segments: plans(segments), chunks: [], thumbnails: nil)
    }

    private func plans(_ counts: [Int]) -> [SegmentPlan] {
        var first = 0
        return counts.enumerated().map { index, count in
            defer { first += count }
            return SegmentPlan(index: index, firstFrame: first, frameCount: count)
        }
    }

    @Test func samplesLieInTheFirstSixthOfEachGOP() throws {
        #expect(
            try frames([180], gop: 60, [.hevc]) == [[[2, 5, 8], [62, 65, 68], [122, 125, 128]]])
        #expect(try frames([48], gop: 48, [.hevc]) == [[[2, 5, 8]]])
        #expect(try frames([40], gop: 40, [.hevc]) == [[[2, 5]]])
        #expect(try frames([20], gop: 20, [.hevc]) == [[[2]]])
        // However many renditions there are.
        #expect(try frames([120], gop: 60, [.hevc, .hevc]) == [[[2, 5, 8], [62, 65, 68]]])
    }

    @Test func oneSampleIsEnoughWithReportedErrors() throws {
        #expect(try frames([180], gop: 60) == [[[2], [62], [122]]])
        #expect(try frames([62], gop: 60) == [[[2], [61]]])
    }

    @Test func shortGOPHasItsLastFrame() throws {
        #expect(try frames([1], gop: 60) == [[[0]]])
        #expect(try frames([2], gop: 60) == [[[1]]])
        #expect(try frames([3], gop: 60) == [[[2]]])
        #expect(try frames([62], gop: 60, [.hevc]) == [[[2, 5, 8], [61]]])
        #expect(try frames([2], gop: 1) == [[[0], [1]]])
    }

    /// A small rendition is compared at two frames of one of three GOPs, and follows a larger one in the others.
    @Test func smallRenditionIsComparedInSomeGOPs() throws {
        let ladder: [VideoCodec] = [.h264, .h264]
        let counts = [240, 60, 180]
        #expect(
            try frames(counts, gop: 60, ladder) == [
                [[2], [62], [122], [182]], [[2]], [[2], [62], [122]],
            ])
        #expect(
            try frames(counts, gop: 60, ladder, rung: 1)
                == [[[], [62, 72], [], []], [[2, 12]], [[], [62, 72], []]])
        // Of frames 2 and 12, a short GOP may lack the second.
        #expect(try frames([30], gop: 10, ladder, rung: 1) == [[[], [12], []]])
        // A GOP of two frames is always compared, but is none of the three.
        #expect(try frames([62], gop: 60, ladder, rung: 1) == [[[2, 12], [61]]])
        #expect(try frames([80], gop: 60, ladder, rung: 1) == [[[2, 12], []]])
        #expect(try frames([100], gop: 60, ladder, rung: 1) == [[[], [62, 72]]])
        #expect(try frames([20], gop: 60, ladder, rung: 1) == [[[2, 12]]])
    }

    /// Plans of sandbox processes may have any length of a GOP.
    @Test func longestGOPIsOne() throws {
        #expect(try frames([180], gop: .max, [.h264, .h264], rung: 1) == [[[2, 12]]])
    }

    /// It needs one that it is scaled from, with reports of errors and at least three times as many pixels.
    @Test func renditionFollowsALargerOneWithReports() throws {
        let ladder: [VideoCodec] = [.h264, .h264, .h264]
        #expect(
            try frames([120], gop: 60, ladder, rung: 1, sides: [720, 424, 360]) == [[[2], [62]]])
        #expect(
            try frames([120], gop: 60, ladder, rung: 2, sides: [720, 424, 360]) == [
                [[], [62, 72]]
            ])
        #expect(try frames([120], gop: 60, [.hevc, .h264], rung: 1) == [[[2], [62]]])
        #expect(
            try frames([120], gop: 60, [.h264, .hevc], rung: 1) == [[[2, 5, 8], [62, 65, 68]]])
    }

    /// Frame 2 at half the rate is another one, and blocks need pixels.
    @Test func renditionFollowsOneOfTheSameFrameRate() throws {
        let codecs = [VideoCodec](repeating: .h264, count: 4)
        func plan(_ sides: [Int], _ divisors: [Int]) throws -> VideoPlan {
            try self.plan(codecs, sides: sides, divisors: divisors, gop: 60, segments: [180])
        }
        let equal = try plan([1080, 720, 540, 360], [1, 1, 1, 1])
        #expect((0..<4).map(equal.followedRendition) == [nil, nil, 0, 0])
        #expect((0..<4).map(equal.refiningRendition) == [3, 3, 3, 3])
        let halved = try plan([1080, 540, 480, 240], [1, 1, 2, 2])
        #expect((0..<4).map(halved.followedRendition) == [nil, 0, nil, 2])
        #expect((0..<4).map(halved.refiningRendition) == [1, 1, 3, 3])
        // 44x88 pixels are fewer than 4096.
        let tiny = try plan([1080, 720, 46, 44], [1, 1, 1, 1])
        #expect((0..<4).map(tiny.followedRendition) == [nil, nil, 0, nil])
        #expect((0..<4).map(tiny.refiningRendition) == [2, 2, 2, 2])
        let none = try plan([1080, 720, 640, 500], [1, 1, 1, 2])
        #expect((0..<4).map(none.refiningRendition) == [nil, nil, nil, nil])
    }

    /// The frames depend on the position in the segment, not on the unit of encoding.
    @Test(arguments: [[VideoCodec.h264, .h264], [.hevc, .h264], [.hevc]], [0, 1])
    func samplesOfAGOPDoNotDependOnTheUnit(codecs: [VideoCodec], rung: Int) throws {
        guard rung < codecs.count else { return }
        let segments = [180, 180, 100]
        let whole = try frames(segments, gop: 60, codecs, rung: rung).joined()
        let single = try frames(
            [60, 60, 60, 60, 60, 60, 60, 40], gop: 60, codecs, rung: rung, segments: segments)
        #expect(single.count == 8)
        let relative = zip([0, 60, 120, 0, 60, 120, 0, 60], whole).map { start, frames in
            frames.map { $0 - start }
        }
        #expect(single.map { $0[0] } == relative)
    }
}
