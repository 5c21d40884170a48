import MediaModel

@testable import Packaging

extension Presentation {
    /// Makes a presentation of the results of chunks whose units are segments.
    init(
        _ plan: EncodingPlan, video chunks: [ChunkResult], audio tracks: [RenditionResult],
        hasTarget: Bool = false
    ) throws {
        try self.init(
            plan, video: chunks.map(\.rungs), decoding: chunks.map(\.decoding), audio: tracks,
            hasTarget: hasTarget)
    }
}
