internal import Encoding
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Scheduling

/// Encodes one node's segments into every rung, unless an earlier run has.
struct SegmentJob: Job {
    let work: UploadWork
    let video: VideoPlan
    let node: NodePlan
    /// Without, small pictures alone are made.
    var encodes = true

    var id: JobID { JobID("segments/\(node.index)") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.node(video, node) }
    var cost: Double { CostEstimate.seconds(video, frames: node.frames.count) }

    /// What the node's bytes depend on: not the segments of others, and not how many there are.
    private struct Part: Encodable {
        /// Rate, start, tick and tolerance of the grid.
        let clock: [Rational]
        let source: PictureSource
        let rungs: [RungPlan]
        let node: NodePlan
        /// Sizes of poster and tile, and the node's own frames.
        let thumbnailSizes: [Resolution]
        let tileFrames: [Int]
        let candidateStep: Int?
        /// Fragments are numbered through the rendition.
        let firstFragments: [Int]
        let encodes: Bool

        init(_ video: VideoPlan, _ node: NodePlan, encodes: Bool) {
            let (grid, thumbnails) = (video.grid, video.thumbnails)
            clock = [grid.rate, grid.start, grid.timeBase, grid.tolerance]
            source = video.source
            rungs = video.rungs
            self.node = node
            thumbnailSizes = thumbnails.map { [$0.poster, $0.tile] } ?? []
            tileFrames = thumbnails?.tileFrames.filter(node.frames.contains) ?? []
            candidateStep = thumbnails?.candidateStep
            firstFragments = video.rungs.map {
                $0.fragmentIndex(of: node.segments[0], among: video.segments)
            }
            self.encodes = encodes
        }
    }

    func run(in context: JobContext) async throws -> Piece<NodeResult> {
        try await context.blocking { cancellation in
            let part = Part(video, node, encodes: encodes)
            let piece = try work.piece(work.key(part)) {
                try $0.validated(video, node, encodes: encodes)
            } files: {
                $0.files(video)
            } make: { draft in
                try work.run(
                    NodeWork(video, node, encodes: encodes, formats: work.upload.formats),
                    MediaGrant(draft: draft), for: self,
                    context, isStopped: { cancellation.isCancelled }
                ) { try $0.validated(video, node, encodes: encodes).files(video) }
            }
            work.posters?.look(at: piece)
            return piece
        }
    }
}
