internal import Encoding
internal import Errors
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Scheduling
internal import Storage

/// Decodes a chunk, and encodes the segments of a set of renditions; artifacts that exist are not made again.
struct ChunkJob: Job {
    let environment: EncodingEnvironment
    let video: VideoPlan
    let chunk: ChunkPlan
    /// The renditions, normally all; none if only thumbnails are made.
    let renditions: [ChunkRendition]

    var id: JobID { JobID("segments/\(chunk.index)") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.chunk(video, chunk, renditions: rungs) }
    var cost: Double {
        CostEstimate.seconds(
            video, chunk, renditions: rungs, decoding: environment.info.video?.codedSize)
    }
    private var rungs: [Int] { renditions.map(\.rung) }

    /// The artifacts that exist, in the order of the planned ones.
    private struct Found {
        var segments: [[Artifact<SegmentResult>?]]
        var decoding: Artifact<DecodingResult>?
    }

    func run(in context: JobContext) async throws -> ChunkArtifacts {
        try await context.blocking { cancellation in
            let planned = try PlannedChunk(environment, video, chunk, renditions)
            let artifacts =
                try make(planned, try find(planned), context, cancellation)
                // All again: artifacts of different decodings are not of one package.
                ?? make(planned, nothing, context, cancellation)
            guard let artifacts else { throw InternalError("chunk \(chunk.index) was not made") }
            environment.posters?.consider(artifacts.decoding)
            return artifacts
        }
    }

    private var nothing: Found {
        Found(segments: renditions.map { _ in chunk.units.map { _ in nil } }, decoding: nil)
    }

    private func find(_ planned: PlannedChunk) throws -> Found {
        Found(
            segments: try planned.segments.map { try $0.map { try environment.find($0) } },
            decoding: try environment.find(planned.decoding))
    }

    /// Makes the artifacts that were not found.
    ///
    /// - Returns: All artifacts; `nil` if those that were found belong to a decoding with other corruption. They are removed then.
    private func make(
        _ planned: PlannedChunk, _ found: Found, _ context: JobContext,
        _ cancellation: Cancellation
    ) throws -> ChunkArtifacts? {
        var found = found
        let missing = renditions.indices.filter { found.segments[$0].contains { $0 == nil } }
        if !missing.isEmpty || found.decoding == nil {
            let isComplete = try environment.dividing(planned.decoding.key) { draft in
                let result = try encode(
                    missing.map { renditions[$0] }, makesThumbnails: found.decoding == nil,
                    into: draft, context, cancellation)
                if let decoding = found.decoding?.result,
                    !decoding.hasCorruption(of: result.decoding)
                {
                    return false
                }
                // First: segments that a later attempt makes are compared with it.
                found.decoding =
                    try found.decoding
                    ?? environment.store(result.decoding, as: planned.decoding, from: draft)
                for (index, rendition) in zip(missing, result.rungs) {
                    for (segment, result) in rendition.segments.enumerated()
                    where found.segments[index][segment] == nil {
                        found.segments[index][segment] = try environment.store(
                            result, as: planned.segments[index][segment], from: draft)
                    }
                }
                return true
            }
            guard isComplete else {
                try remove(found)
                return nil
            }
        }
        return found.decoding.map { decoding in
            ChunkArtifacts(
                renditions: zip(renditions, found.segments).map {
                    RenditionArtifacts(
                        name: video.rungs[$0.rung].name, segments: $1.compactMap { $0 })
                }, decoding: decoding)
        }
    }

    private func encode(
        _ renditions: [ChunkRendition], makesThumbnails: Bool, into draft: OpenFolder,
        _ context: JobContext, _ cancellation: Cancellation
    ) throws -> ChunkResult {
        let thumbnails = makesThumbnails ? video.thumbnails : nil
        func validated(_ result: ChunkResult) throws -> ChunkResult {
            try result.validated(
                video, chunk, renditions: renditions.map(\.rung), thumbnails: thumbnails)
        }
        let result = try environment.run(
            ChunkWork(
                video, chunk, renditions: renditions, makesThumbnails: makesThumbnails,
                formats: environment.upload.formats),
            MediaGrant(draft: draft), for: self, context,
            isStopped: { cancellation.isCancelled }
        ) { try validated($0).files(thumbnails) }
        return try environment.upload.plausible { try validated(result) }
    }

    private func remove(_ found: Found) throws {
        let keys = found.segments.joined().compactMap { $0?.key } + [found.decoding?.key]
        for key in keys.compactMap({ $0 }) { try environment.workspace.artifacts.remove(key) }
    }
}

extension VideoPlan {
    /// Returns the jobs of some chunks.
    ///
    /// - Parameters:
    ///   - chunks: The chunks.
    ///   - renditions: The renditions that each job encodes; `nil` for all.
    ///   - environment: The environment of the upload's jobs.
    /// - Returns: One job for each chunk.
    func jobs(
        _ chunks: ArraySlice<ChunkPlan>, renditions: [Int]? = nil,
        in environment: EncodingEnvironment
    ) -> [ChunkJob] {
        let wanted = (renditions ?? Array(rungs.indices)).map { index in
            // Once for all chunks, since a film has thousands.
            (index, rungs[index].firstFragments(of: units))
        }
        return chunks.map { chunk in
            ChunkJob(
                environment: environment, video: self, chunk: chunk,
                renditions: wanted.map { index, first in
                    ChunkRendition(index, of: chunk, in: self, firstFragments: first)
                })
        }
    }
}
