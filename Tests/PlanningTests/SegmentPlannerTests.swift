import MediaTestSupport
import MediaUnits
import Testing

@testable import MediaModel
@testable import Planning

@Suite struct SegmentPlannerTests {
    private static let rate = Rational(30)

    private func planner(frames: Int, start: Rational = .zero) -> SegmentPlanner {
        let grid = FrameGrid(
            rate: Self.rate, frameCount: frames, start: start, timeBase: SourceTimes.milliseconds,
            tolerance: Rational(1, 60))
        return SegmentPlanner(grid: grid, gop: 60, gopsPerSegment: 3)
    }

    /// Returns the index of a source with a keyframe every `gap` frames.
    private func index(
        frames: Int, keyframesEvery gap: Int, isSeekable: Bool = true
    ) -> FrameIndex {
        let times = SourceTimes.constant(
            Self.rate, count: frames, timeBase: SourceTimes.milliseconds)
        let keyframes = stride(from: 0, to: frames, by: gap).map {
            Keyframe(presentationTime: times[$0], decodeTime: nil, fingerprint: UInt64($0))
        }
        return FrameIndex(
            timeBase: SourceTimes.milliseconds, times: times, lastDuration: 33,
            keyframes: keyframes, isSeekable: isSeekable)
    }

    /// Three GOPs each; a last segment shorter than a GOP joins the one before.
    @Test(arguments: [
        (frames: 1, [1]), (59, [59]), (180, [180]), (181, [181]), (239, [239]),
        (240, [180, 60]), (360, [180, 180]), (419, [180, 239]), (420, [180, 180, 60]),
    ])
    func segmentsAreWholeGOPs(frames: Int, counts: [Int]) {
        let segments = planner(frames: frames).segments()
        #expect(segments.map(\.frameCount) == counts)
        #expect(segments.map(\.index) == Array(counts.indices))
        for (segment, next) in zip(segments, segments.dropFirst()) {
            #expect(segment.frames.upperBound == next.firstFrame)
        }
        #expect(segments[0].firstFrame == 0)
    }

    /// A rest of half a GOP or more is a unit of its own; another one belongs to the last GOP.
    @Test(arguments: [
        (frames: 1, [1]), (60, [60]), (89, [89]), (90, [60, 30]), (239, [60, 60, 60, 59]),
        (240, [60, 60, 60, 60]), (400, [60, 60, 60, 60, 60, 60, 40]),
        (380, [60, 60, 60, 60, 60, 80]),
    ])
    func unitsAreGOPs(frames: Int, counts: [Int]) {
        let planner = planner(frames: frames)
        let segments = planner.segments()
        let units = planner.units(segments, .gop)
        #expect(units.map(\.frameCount) == counts)
        #expect(units.map(\.index) == Array(counts.indices))
        #expect(zip(units, units.dropFirst()).allSatisfy { $0.frames.upperBound == $1.firstFrame })
        #expect(Set(units.map(\.firstFrame)).isSuperset(of: segments.map(\.firstFrame)))
        #expect(planner.units(segments, .segment) == segments)
    }

    /// A chunk is decoded from its keyframe on: here every 50 frames, for units of 60.
    @Test func decodedFramesCountFromTheKeyframe() {
        let planner = planner(frames: 240)
        let index = index(frames: 240, keyframesEvery: 50)
        let chunks = planner.chunks(planner.units(planner.segments(), .gop), index, runUp: 0)
        #expect(chunks.map(\.units.count) == [1, 1, 1, 1])
        #expect(chunks.map { planner.decodedFrames(of: $0, index) } == [60, 70, 80, 90])
    }

    /// A chunk decodes at most 1.5 times the frames that it encodes.
    @Test(arguments: [
        (gap: 30, [1, 1, 1, 1]), (90, [1, 1, 1, 1]), (180, [1, 1, 1, 1]), (720, [4]),
        (360, [2, 2]), (540, [3, 1]), (250, [3, 1]), (290, [2, 2]),
    ])
    func segmentsShareAChunkWhereKeyframesAreSparse(gap: Int, counts: [Int]) {
        let planner = planner(frames: 720)
        let chunks = planner.chunks(
            planner.segments(), index(frames: 720, keyframesEvery: gap), runUp: 0)
        #expect(chunks.map(\.units.count) == counts)
        #expect(chunks.map(\.index) == Array(chunks.indices))
        #expect(chunks.flatMap(\.units).map(\.index) == [0, 1, 2, 3])
    }

    @Test func unseekableUploadHasOneChunk() {
        let planner = planner(frames: 720)
        let index = index(frames: 720, keyframesEvery: 30, isSeekable: false)
        let chunks = planner.chunks(planner.segments(), index, runUp: 0)
        #expect(chunks.count == 1)
        #expect(chunks[0].units.count == 4)
        #expect(chunks[0].entries.isEmpty)
        #expect(chunks[0].expected.isEmpty)
    }

    @Test(arguments: [0, 2]) func chunkExpectsItsFramesWithRunUp(runUp: Int) {
        let planner = planner(frames: 720)
        let index = index(frames: 720, keyframesEvery: 30)
        for chunk in planner.chunks(planner.segments(), index, runUp: runUp) {
            let first = max(0, chunk.frames.lowerBound - runUp)
            let last = min(719, chunk.frames.upperBound - 1 + runUp)
            #expect(chunk.expected == Array(index.times[first...last]))
        }
    }

    /// The nearest keyframe, the one before, then earlier ones; never the first of all, where decoding starts without a seek.
    @Test func entriesAreOrderedFromTheNearestKeyframe() {
        let planner = planner(frames: 1_800)
        let index = index(frames: 1_800, keyframesEvery: 30)
        let chunks = planner.chunks(planner.segments(), index, runUp: 0)
        #expect(chunks[0].entries.isEmpty)
        // Frame 1620 is at 54 s: 54, 53 s, then 2, 4, 8 and 16 s earlier.
        let seconds = chunks[9].entries.map { Rational($0.presentationTime, 1000).rounded }
        #expect(seconds == [54, 53, 52, 50, 46, 38])
        for chunk in chunks {
            #expect(chunk.entries.allSatisfy { $0.presentationTime <= chunk.expected[0] })
            #expect(chunk.entries.allSatisfy { $0.presentationTime > 0 })
        }
    }

    /// If video starts late, decoding of the first segments starts at the beginning.
    @Test func segmentBeforeTheFirstKeyframeHasNoEntry() {
        let planner = planner(frames: 720)
        let times = (0..<100).map { 20_000 + $0 * 33 }
        let frames = FrameIndex(
            timeBase: SourceTimes.milliseconds, times: times, lastDuration: 33,
            keyframes: [Keyframe(presentationTime: 20_000, decodeTime: nil, fingerprint: 1)],
            isSeekable: true)
        let chunks = planner.chunks(planner.segments(), frames, runUp: 0)
        #expect(chunks.flatMap(\.units).count == 4)
        #expect(chunks.allSatisfy { $0.entries.isEmpty && !$0.expected.isEmpty })
    }
}
