internal import MediaModel
internal import MediaUnits
internal import Presets

/// The choice between segments and GOPs as the units of encoding.
///
/// GOPs give a short upload enough jobs for many cores. They lie on the rate-quality curve of segments unless a ceiling limits the
/// bits, which an encoder can distribute within its unit only.
struct UnitChoice {
    let video: VideoInfo
    let rungs: [RungPlan]
    let frames: FrameIndex
    let planner: SegmentPlanner
    /// The source frames that temporal filters need around a chunk.
    let runUp: Int
    /// The settings of the preset.
    let encoder: Video.Encoder

    /// The number of segments up to which GOPs are units; more segments occupy the cores of any host by themselves.
    ///
    /// Chosen as half of the cores of a large host: 3 minutes of segments of 6 s.
    static let mostSegments = 32

    /// The most source frames that may be decoded for GOPs, as a multiple of those for segments: each chunk starts at a keyframe
    /// before its first frame.
    ///
    /// Chosen so that decoding, which takes an eighth of a ladder's CPU time at 1080p, adds at most 1.5 % to it.
    static let mostDecoding = 1.125

    func unit(of segments: [SegmentPlan]) -> EncodingUnit {
        guard planner.gopsPerSegment > 1, segments.count <= Self.mostSegments, frames.isSeekable,
            // The rate of a unit of less than a second has no limit (`FrameBudget`).
            Rational(planner.gop) >= planner.grid.rate,
            // A preset of the encoder makes the bytes that it made before there were points.
            encoder.point != nil,
            !rungs.contains(where: { CeilingPrediction.mayBind($0, of: video, with: encoder) })
        else { return .segment }
        let gops = planner.chunks(planner.units(segments, .gop), frames, runUp: runUp)
        let whole = planner.chunks(segments, frames, runUp: runUp)
        let isCheap =
            Double(decodedFrames(gops)) <= Self.mostDecoding * Double(decodedFrames(whole))
        return gops.count > whole.count && isCheap ? .gop : .segment
    }

    private func decodedFrames(_ chunks: [ChunkPlan]) -> Int {
        chunks.reduce(0) { $0 + planner.decodedFrames(of: $1, frames) }
    }
}
