internal import MediaModel

/// The artifacts of a chunk: one for each segment of each rendition, and one of what decoding has found.
struct ChunkArtifacts: Sendable {
    /// The renditions that the job was asked for, in that order.
    let renditions: [RenditionArtifacts]
    /// Corruption, tiles and the poster candidate.
    let decoding: Artifact<DecodingResult>

    /// The result of all artifacts together.
    var result: ChunkResult {
        ChunkResult(rungs: renditions.map(\.result), decoding: decoding.result)
    }

    /// The number of segments, and how many of them were found in all renditions.
    var segments: (count: Int, reused: Int) {
        let segments = renditions.first?.segments.indices ?? 0..<0
        let reused = segments.filter { index in
            renditions.allSatisfy { $0.segments[index].isReused }
        }
        return (segments.count, reused.count)
    }
}

/// The artifacts of one rendition of a chunk.
struct RenditionArtifacts: Sendable {
    /// The rung's name.
    let name: String
    /// The segments of the chunk, in order.
    let segments: [Artifact<SegmentResult>]

    /// The segments as one result; `PackageAssembler` checks that the init segments are equal.
    var result: RenditionResult {
        RenditionResult(
            name: name, codec: segments.first?.result.codec ?? "",
            initialization: segments.first?.result.initialization ?? "",
            segments: segments.map(\.result))
    }
}
