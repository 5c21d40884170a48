internal import MediaModel

/// The artifacts of a chunk: one for each unit of each rendition, and one of what decoding has found.
struct ChunkArtifacts: Sendable {
    /// The renditions that the job was asked for, in that order.
    let renditions: [RenditionArtifacts]
    /// Corruption, tiles and the poster candidate.
    let decoding: Artifact<DecodingResult>
}

/// The artifacts of consecutive segments, or of the units of a chunk, of one rendition.
struct RenditionArtifacts: Sendable {
    /// The rung's name.
    let name: String
    /// The segments or units, in order.
    let segments: [Artifact<SegmentResult>]

    /// The segments as one result; `PackageAssembler` checks that the init segments are equal.
    var result: RenditionResult {
        RenditionResult(
            name: name, codec: segments.first?.result.codec ?? "",
            initialization: segments.first?.result.initialization ?? "",
            segments: segments.map(\.result))
    }
}
