/// What a chunk leaves behind, beside its files: everything that settling needs to know.
package struct ChunkResult: Codable, Sendable {
    /// In the order of the plan's rungs.
    package let rungs: [RenditionResult]
    package let corruption: [CorruptRange]
    package let corruptPackets: Int
    /// Frames of the grid whose small pictures lie in `tiles.yuv`, one after another.
    package let tiles: [Int]
    package let poster: PosterCandidate?

    package init(
        rungs: [RenditionResult],
        corruption: [CorruptRange],
        corruptPackets: Int,
        tiles: [Int],
        poster: PosterCandidate?
    ) {
        self.rungs = rungs
        self.corruption = corruption
        self.corruptPackets = corruptPackets
        self.tiles = tiles
        self.poster = poster
    }

    /// The same with other segments of its renditions.
    package func replacing(_ rungs: [RenditionResult]) -> ChunkResult {
        ChunkResult(
            rungs: rungs, corruption: corruption, corruptPackets: corruptPackets, tiles: tiles,
            poster: poster)
    }
}

/// A rendition's segments made by one job.
package struct RenditionResult: Codable, Hashable, Sendable {
    package let name: String
    /// RFC 6381, from what was really coded.
    package let codec: String
    /// SHA-256 of the init segment, which must be the same from every job of the rendition.
    package let initialization: String
    package let segments: [SegmentResult]
    /// Of sound whose level the plan asks for.
    package var loudness: LoudnessResult?

    package init(
        name: String,
        codec: String,
        initialization: String,
        segments: [SegmentResult],
        loudness: LoudnessResult? = nil
    ) {
        self.name = name
        self.codec = codec
        self.initialization = initialization
        self.segments = segments
        self.loudness = loudness
    }

    package func with(_ loudness: LoudnessResult) -> RenditionResult {
        var result = self
        result.loudness = loudness
        return result
    }
}

/// One finished segment.
package struct SegmentResult: Codable, Hashable, Sendable {
    package let index: Int
    package let byteCount: Int
    /// Ticks of the rendition's timescale (pictures) or samples.
    package let duration: Int
    package let sha256: String
    package let initialization: String
    package let codec: String
    package let fragments: [Fragment]

    package init(
        index: Int,
        byteCount: Int,
        duration: Int,
        sha256: String,
        initialization: String,
        codec: String,
        fragments: [Fragment]
    ) {
        self.index = index
        self.byteCount = byteCount
        self.duration = duration
        self.sha256 = sha256
        self.initialization = initialization
        self.codec = codec
        self.fragments = fragments
    }
}

/// A frame that may become the poster.
package struct PosterCandidate: Codable, Hashable, Sendable {
    package let frame: Int
    package let score: Double

    package init(
        frame: Int,
        score: Double
    ) {
        self.frame = frame
        self.score = score
    }
}
