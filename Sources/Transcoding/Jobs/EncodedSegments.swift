internal import Errors
internal import MediaModel
internal import Scheduling

/// Consecutive segments of all renditions that a job of a graph finishes: those of a chunk, or one that is joined of GOPs.
struct EncodedSegments: Sendable {
    private enum Source {
        case chunk(JobHandle<ChunkArtifacts>)
        case joined(JobHandle<[RenditionArtifacts]>)
    }

    let segments: [SegmentPlan]
    private let source: Source

    /// The segments of a chunk whose units are segments.
    init(_ segments: [SegmentPlan], of chunk: JobHandle<ChunkArtifacts>) {
        self.segments = segments
        source = .chunk(chunk)
    }

    /// A segment that is joined of GOPs.
    init(_ segment: SegmentPlan, joinedBy job: JobHandle<[RenditionArtifacts]>) {
        segments = [segment]
        source = .joined(job)
    }

    /// The name of the job that finishes the segments.
    var id: JobID {
        switch source {
        case .chunk(let handle): handle.id
        case .joined(let handle): handle.id
        }
    }

    /// Returns the artifacts of the segments, for each rendition in the order of the plan.
    func artifacts(in results: JobResults) throws(InternalError) -> [RenditionArtifacts] {
        switch source {
        case .chunk(let handle): try results[handle].renditions
        case .joined(let handle): try results[handle]
        }
    }
}
