package import MediaUnits

/// The result of decoding a chunk: what is the same for every set of renditions that is encoded from its frames.
package struct DecodingResult: Codable, Sendable {
    /// The corrupt ranges of the chunk, in order.
    package let corruption: [CorruptRange]
    /// The number of packets that the decoder rejected.
    package let corruptPackets: Int
    /// The frames of the grid whose tiles are in `tiles.yuv`, in order.
    package let tiles: [Int]
    /// The best frame for the poster; `nil` if the chunk has no candidate.
    package let poster: PosterCandidate?
    /// Whether packets seem to have closed captions, which may be padding.
    package let hasClosedCaptions: Bool
    /// Two sizes of the decoded frames if there are several, or the only one.
    package let frameSizes: [Resolution]

    package init(
        corruption: [CorruptRange],
        corruptPackets: Int,
        tiles: [Int],
        poster: PosterCandidate?,
        hasClosedCaptions: Bool = false,
        frameSizes: [Resolution] = []
    ) {
        self.corruption = corruption
        self.corruptPackets = corruptPackets
        self.tiles = tiles
        self.poster = poster
        self.hasClosedCaptions = hasClosedCaptions
        self.frameSizes = frameSizes
    }

    /// Returns whether another decoding of the chunk has given the same frames, as far as is known.
    package func hasCorruption(of other: DecodingResult) -> Bool {
        corruption == other.corruption && corruptPackets == other.corruptPackets
    }
}

/// A frame that may become the poster.
package struct PosterCandidate: Codable, Hashable, Sendable {
    /// The frame, as a number of the grid.
    package let frame: Int
    /// The suitability as a poster; higher is better.
    package let score: Double

    package init(
        frame: Int,
        score: Double
    ) {
        self.frame = frame
        self.score = score
    }
}
