import MediaTestSupport
import MediaUnits
import Testing

@testable import MediaModel

@Suite struct SkippableFramesTests {
    /// A chunk of one second at 60 frames/s and its plan.
    private func chunk(
        _ rate: Rational, times: [Int]? = nil, first: Int = 0, count: Int? = nil,
        isInterlaced: Bool = false, decodesAllFrames: Bool = false
    ) throws -> (chunk: ChunkPlan, plan: VideoPlan, times: [Int]) {
        let info = try SamplePlan.info(
            seconds: Rational(4), rate: Rational(60), isInterlaced: isInterlaced, audioTracks: [])
        let sample = try #require(SamplePlan.plan(info).video)
        let source = SourceTimes.constant(
            Rational(60), count: 240, timeBase: SourceTimes.milliseconds)
        let grid = FrameGrid(
            rate: rate, frameCount: (rate * 4).rounded, start: .zero,
            timeBase: SourceTimes.milliseconds, tolerance: Rational(1, 120))
        let plan = VideoPlan(
            grid: grid,
            source: VideoSource(
                stream: 0, orientation: .upright, deinterlacing: sample.source.deinterlacing,
                dynamicRange: .sdr, maximumPixels: 1 << 24, frameBytes: 1 << 20,
                decoderThreads: 1, decodesAllFrames: decodesAllFrames), gop: 2, rungs: sample.rungs,
            dropped: [],
            segments: [], chunks: [], thumbnails: nil)
        let segment = SegmentPlan(
            index: 0, firstFrame: first, frameCount: count ?? grid.frameCount - first)
        let last = grid.source(of: segment.frames.upperBound - 1, in: source)
        let shown = Array(source[grid.source(of: first, in: source)...last])
        return (
            ChunkPlan(index: 0, units: [segment], entries: [], expected: times ?? shown),
            plan, source
        )
    }

    @Test func everySecondFrameIsSkippedAtHalfOfTheRate() throws {
        let (chunk, plan, times) = try chunk(Rational(30))
        let skippable = SkippableFrames(of: chunk, plan)
        let skipped = times.indices.filter { skippable.contains(times[$0]) }
        #expect(skipped == Array(stride(from: 1, to: 239, by: 2)))
    }

    /// At the source's rate, only frames before the chunk are not needed.
    @Test(arguments: [Rational(60), Rational(30)])
    func framesBeforeTheChunkAreSkipped(rate: Rational) throws {
        let first = (rate * 2).rounded
        let (chunk, plan, times) = try chunk(rate, first: first)
        let skippable = SkippableFrames(of: chunk, plan)
        #expect(times[..<120].allSatisfy(skippable.contains))
        #expect(!skippable.contains(times[120]) && !skippable.contains(times[239] + 1))
        #expect(times[120...].filter(skippable.contains).count == (rate == Rational(60) ? 0 : 59))
    }

    /// A deinterlacer and the search for corruption need all frames of the chunk; those before its run-up are not needed.
    @Test(arguments: [true, false]) func allFramesOfTheChunkAreNeeded(isInterlaced: Bool) throws {
        let (chunk, plan, times) = try chunk(
            Rational(30), first: 60, isInterlaced: isInterlaced, decodesAllFrames: !isInterlaced)
        try #require((plan.source.deinterlacing != nil) == isInterlaced)
        let skippable = SkippableFrames(of: chunk, plan)
        #expect(times.filter(skippable.contains) == Array(times[..<120]))
    }

    @Test func nothingIsSkippedWithoutUsableTimes() throws {
        let (chunk, plan, times) = try chunk(Rational(30), times: [])
        let skippable = SkippableFrames(of: chunk, plan)
        #expect(skippable.isEmpty && SkippableFrames().isEmpty)
        #expect(!times.contains(where: skippable.contains))
    }

    /// Frames that are repeated by the grid are needed.
    @Test func slowSourceIsShownCompletely() throws {
        let slow = [0, 400, 410, 420, 1_000, 3_900]
        let (chunk, plan, _) = try chunk(Rational(30), times: slow)
        let skippable = SkippableFrames(of: chunk, plan)
        #expect(slow.filter(skippable.contains) == [410])
    }

    /// Missing and unexpected frames are found, unless they are skippable.
    @Test(arguments: [
        ([0, 2, 4, 5], true), ([0, 1, 2, 3, 4, 5], true), ([0, 1, 2, 4, 5], true),
        ([0, 4, 5], false), ([2, 4, 5], false), ([0, 2, 4], false), ([0, 2, 4, 5, 6], false),
        ([0, 2, 7, 4, 5], false), ([0, 2, 2, 4, 5], false), ([], false),
    ])
    func neededFramesMustBeDecoded(indexes: [Int], isAccepted: Bool) throws {
        let (chunk, plan, times) = try chunk(Rational(30), count: 3)
        // The chunk ends with the frame that is shown last; a sixth one stands for its successor.
        let expected = Array(times[0...5])
        let longer = ChunkPlan(index: 0, units: chunk.units, entries: [], expected: expected)
        let skippable = SkippableFrames(of: longer, plan)
        try #require(expected.indices.filter { skippable.contains(expected[$0]) } == [1, 3])
        var comparison = skippable.comparison
        let accepted = indexes.allSatisfy { comparison.accepts(times[$0]) }
        #expect((accepted && comparison.isComplete) == isAccepted)
    }
}
