internal import Encoding
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Scheduling

/// Encodes the segments of a chunk in every rung, unless the artifact exists.
struct ChunkJob: Job {
    let environment: EncodingEnvironment
    let video: VideoPlan
    let chunk: ChunkPlan
    /// Whether segments are encoded; otherwise only images are made.
    var encodes = true

    var id: JobID { JobID("segments/\(chunk.index)") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.chunk(video, chunk) }
    var cost: Double { CostEstimate.seconds(video, frames: chunk.frames.count) }

    /// The values that the chunk's bytes depend on, without the segments of other chunks and their number.
    private struct KeyMaterial: Encodable {
        /// Rate, start, time base and tolerance of the grid.
        let clock: [Rational]
        let source: VideoSource
        let rungs: [RungPlan]
        let chunk: ChunkPlan
        /// The sizes of poster and tile.
        let thumbnailSizes: [Resolution]
        /// The frames of the chunk that become tiles.
        let tileFrames: [Int]
        let candidateStep: Int?
        /// The number of the first fragment in each rendition.
        let firstFragments: [Int]
        let encodes: Bool

        init(_ video: VideoPlan, _ chunk: ChunkPlan, encodes: Bool) {
            let (grid, thumbnails) = (video.grid, video.thumbnails)
            clock = [grid.rate, grid.start, grid.timeBase, grid.tolerance]
            source = video.source
            rungs = video.rungs
            self.chunk = chunk
            thumbnailSizes = thumbnails.map { [$0.poster, $0.tile] } ?? []
            tileFrames = thumbnails?.tileFrames.filter(chunk.frames.contains) ?? []
            candidateStep = thumbnails?.candidateStep
            firstFragments = video.rungs.map {
                $0.fragmentIndex(of: chunk.segments[0], among: video.segments)
            }
            self.encodes = encodes
        }
    }

    func run(in context: JobContext) async throws -> Artifact<ChunkResult> {
        try await context.blocking { cancellation in
            let material = KeyMaterial(video, chunk, encodes: encodes)
            let artifact = try environment.artifact(environment.key(material)) {
                try $0.validated(video, chunk, encodes: encodes)
            } files: {
                $0.files(video)
            } make: { draft in
                try environment.run(
                    ChunkWork(
                        video, chunk, encodes: encodes, formats: environment.upload.formats),
                    MediaGrant(draft: draft), for: self,
                    context, isStopped: { cancellation.isCancelled }
                ) { try $0.validated(video, chunk, encodes: encodes).files(video) }
            }
            environment.posters?.consider(artifact)
            return artifact
        }
    }
}
