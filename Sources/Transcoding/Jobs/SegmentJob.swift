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
        let grid: FrameGrid
        let source: PictureSource
        let gop: Int
        let rungs: [RungPlan]
        let node: NodePlan
        let thumbnails: ThumbnailPlan?
        let encodes: Bool
    }

    func run(in context: JobContext) async throws -> Piece<NodeResult> {
        try await context.blocking { cancellation in
            let part = Part(
                grid: video.grid, source: video.source, gop: video.gop, rungs: video.rungs,
                node: node, thumbnails: video.thumbnails, encodes: encodes)
            return try work.piece(work.key(part)) { folder in
                try NodeEncoder(
                    upload: work.upload, plan: video, node: node, encodes: encodes, folder: folder,
                    isStopped: { cancellation.isCancelled }, report: { context.report($0) }
                ).run()
            }
        }
    }
}
