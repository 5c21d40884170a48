package import VideoCodecs

/// The work on video: one output grid, a ladder of renditions, and the chunks that make them.
package struct VideoPlan: Codable, Sendable {
    package let grid: FrameGrid
    package let source: VideoSource
    /// The distance between two IDR frames, in frames of the grid.
    package let gop: Int
    /// The rungs that are encoded, highest first.
    package let rungs: [RungPlan]
    /// The rungs of the preset that are not encoded.
    package let dropped: [DroppedRung]
    package let segments: [SegmentPlan]
    /// What one encoder makes; the chunks have these units.
    package let unit: EncodingUnit
    package let chunks: [ChunkPlan]
    package let thumbnails: ThumbnailPlan?
    /// The kind of content; `nil` in the plan of a chunk.
    package let content: VideoContent?
    /// How well consecutive frames predict each other, which settings of encoders depend on; `nil` in the plan of a chunk.
    package let temporalComplexity: TemporalComplexity?
    /// Whether the quality of the segments is measured while they are encoded.
    package let measuresQuality: Bool

    package init(
        grid: FrameGrid,
        source: VideoSource,
        gop: Int,
        rungs: [RungPlan],
        dropped: [DroppedRung],
        segments: [SegmentPlan],
        unit: EncodingUnit = .segment,
        chunks: [ChunkPlan],
        thumbnails: ThumbnailPlan?,
        content: VideoContent? = nil,
        temporalComplexity: TemporalComplexity? = nil,
        measuresQuality: Bool = false
    ) {
        self.grid = grid
        self.source = source
        self.gop = gop
        self.rungs = rungs
        self.dropped = dropped
        self.segments = segments
        self.unit = unit
        self.chunks = chunks
        self.thumbnails = thumbnails
        self.content = content
        self.temporalComplexity = temporalComplexity
        self.measuresQuality = measuresQuality
    }

    /// The units of encoding of all chunks, in order.
    package var units: [SegmentPlan] { chunks.flatMap(\.units) }
}
