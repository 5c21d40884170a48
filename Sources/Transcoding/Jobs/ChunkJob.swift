internal import Encoding
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Scheduling

/// Encodes one chunk's segments into every rung, unless an earlier run has.
struct ChunkJob: Job {
    let work: UploadWork
    let video: VideoPlan
    let chunk: ChunkPlan
    /// Without, small pictures alone are made.
    var encodes = true

    var id: JobID { JobID("segments/\(chunk.index)") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.chunk(video, chunk) }
    var cost: Double { CostEstimate.seconds(video, frames: chunk.frames.count) }

    /// What the chunk's bytes depend on: not the segments of others, and not how many there are.
    private struct Part: Encodable {
        /// Rate, start, tick and tolerance of the grid.
        let clock: [Rational]
        let source: VideoSource
        let rungs: [RungPlan]
        let chunk: ChunkPlan
        /// Sizes of poster and tile, and the chunk's own frames.
        let thumbnailSizes: [Resolution]
        let tileFrames: [Int]
        let candidateStep: Int?
        /// Fragments are numbered through the rendition.
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
            let part = Part(video, chunk, encodes: encodes)
            let artifact = try work.artifact(work.key(part)) {
                try $0.validated(video, chunk, encodes: encodes)
            } files: {
                $0.files(video)
            } make: { draft in
                try work.run(
                    ChunkWork(video, chunk, encodes: encodes, formats: work.upload.formats),
                    MediaGrant(draft: draft), for: self,
                    context, isStopped: { cancellation.isCancelled }
                ) { try $0.validated(video, chunk, encodes: encodes).files(video) }
            }
            work.posters?.look(at: artifact)
            return artifact
        }
    }
}
