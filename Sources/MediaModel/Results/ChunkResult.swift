package import MediaUnits

/// The result of a chunk's job, beside its files: everything that packaging needs.
package struct ChunkResult: Codable, Sendable {
    /// The renditions that the job has encoded, in the order in which it was asked for them.
    package let rungs: [RenditionResult]
    package let decoding: DecodingResult

    package init(rungs: [RenditionResult], decoding: DecodingResult) {
        self.rungs = rungs
        self.decoding = decoding
    }

    package init(
        rungs: [RenditionResult],
        corruption: [CorruptRange],
        corruptPackets: Int,
        tiles: [Int],
        poster: PosterCandidate?,
        hasClosedCaptions: Bool = false,
        frameSizes: [Resolution] = []
    ) {
        self.init(
            rungs: rungs,
            decoding: DecodingResult(
                corruption: corruption, corruptPackets: corruptPackets, tiles: tiles,
                poster: poster, hasClosedCaptions: hasClosedCaptions, frameSizes: frameSizes))
    }

    /// Returns the result with other renditions.
    package func replacing(_ rungs: [RenditionResult]) -> ChunkResult {
        ChunkResult(rungs: rungs, decoding: decoding)
    }
}

/// The segments of a rendition that one job made.
package struct RenditionResult: Codable, Hashable, Sendable {
    package let name: String
    /// The codec string of the coded stream (RFC 6381).
    package let codec: String
    /// The SHA-256 of the init segment, which must be equal for all jobs of the rendition.
    package let initialization: String
    package let segments: [SegmentResult]
    /// The loudness result, for audio with a loudness target.
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

    /// Returns the result with a loudness result.
    package func with(_ loudness: LoudnessResult) -> RenditionResult {
        var result = self
        result.loudness = loudness
        return result
    }
}

/// One finished segment.
package struct SegmentResult: Codable, Hashable, Sendable {
    package let index: Int
    /// The size, in bytes.
    package let byteCount: Int
    /// The duration, in ticks of the rendition's timescale for video, in samples for audio.
    package let duration: Int
    /// The SHA-256 of the segment, in hexadecimal.
    package let sha256: String
    /// The SHA-256 of its init segment, in hexadecimal; empty for MPEG-TS.
    package let initialization: String
    /// The codec string of the coded stream (RFC 6381).
    package let codec: String
    package let fragments: [Fragment]
    /// The quality of the GOPs of a video segment; `nil` if it was not measured.
    package let quality: [GOPQuality]?

    package init(
        index: Int,
        byteCount: Int,
        duration: Int,
        sha256: String,
        initialization: String,
        codec: String,
        fragments: [Fragment],
        quality: [GOPQuality]? = nil
    ) {
        self.index = index
        self.byteCount = byteCount
        self.duration = duration
        self.sha256 = sha256
        self.initialization = initialization
        self.codec = codec
        self.fragments = fragments
        self.quality = quality
    }
}
