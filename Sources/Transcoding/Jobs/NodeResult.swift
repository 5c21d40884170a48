/// What a node leaves behind, beside its files: everything that settling needs to know.
struct NodeResult: Codable, Sendable {
    /// In the order of the plan's rungs.
    let rungs: [RenditionResult]
    let damage: [DamagedTime]
    let damagedPackets: Int
    /// Frames of the grid whose small pictures lie in `tiles.yuv`, one after another.
    let tiles: [Int]
    let poster: PosterCandidate?

    /// The same with other segments of its renditions.
    func replacing(_ rungs: [RenditionResult]) -> NodeResult {
        NodeResult(
            rungs: rungs, damage: damage, damagedPackets: damagedPackets, tiles: tiles,
            poster: poster)
    }
}

/// A rendition's segments made by one job.
struct RenditionResult: Codable, Hashable, Sendable {
    let name: String
    /// RFC 6381, from what was really coded.
    let codec: String
    /// SHA-256 of the init segment, which must be the same from every job of the rendition.
    let initialization: String
    let segments: [SegmentResult]
    /// Of sound whose level the plan asks for.
    var loudness: Levelling?

    func with(_ loudness: Levelling) -> RenditionResult {
        var result = self
        result.loudness = loudness
        return result
    }
}

/// One finished segment.
struct SegmentResult: Codable, Hashable, Sendable {
    let index: Int
    let byteCount: Int
    /// Ticks of the rendition's timescale (pictures) or samples.
    let duration: Int
    let sha256: String
    let initialization: String
    let codec: String
    let fragments: [Fragment]
}

/// A frame that may become the poster.
struct PosterCandidate: Codable, Hashable, Sendable {
    let frame: Int
    let score: Double
}
