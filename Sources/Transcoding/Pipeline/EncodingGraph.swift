internal import Scheduling
internal import Storage

/// The jobs of one upload: nodes of segments and sound tracks side by side, thumbnails when the nodes are done.
struct EncodingGraph: Sendable {
    let graph: JobGraph
    let nodes: [JobHandle<Piece<NodeResult>>]
    let audio: [JobHandle<Piece<RenditionResult>>]
    let thumbnails: JobHandle<[String]>?
    /// Where the thumbnails lie.
    let thumbnailFolder: String

    /// The graph of an upload; without `encodes`, thumbnails alone are made.
    init(_ work: UploadWork, encodes: Bool = true) throws {
        var graph = JobGraph()
        let plan = work.plan
        let folder = try work.folder.emptyFolder("thumbnails")
        // Sound first: one long job that nothing can share.
        audio = try (encodes ? plan.audio : []).map {
            try graph.add(AudioJob(work: work, audio: $0))
        }
        let nodes = try plan.video.map { video in
            try video.nodes.map {
                try graph.add(SegmentJob(work: work, video: video, node: $0, encodes: encodes))
            }
        }
        self.nodes = nodes ?? []
        thumbnails =
            if let video = plan.video, let wanted = video.thumbnails {
                try graph.add(
                    ThumbnailJob(
                        plan: video, thumbnails: wanted, nodes: self.nodes, folder: folder))
            } else {
                nil
            }
        thumbnailFolder = folder
        self.graph = graph
    }

    func run(
        on runner: Runner, onProgress: @escaping @Sendable (GraphProgress) -> Void
    ) async throws -> EncodingResult {
        let result = try await runner.run(graph, onProgress: onProgress)
        return EncodingResult(
            nodes: try nodes.map { try result[$0] }, audio: try audio.map { try result[$0] },
            thumbnails: try thumbnails.map { try result[$0] } ?? [],
            thumbnailFolder: thumbnailFolder, report: result.report)
    }
}

/// Everything that the jobs of one upload left.
struct EncodingResult: Sendable {
    let nodes: [Piece<NodeResult>]
    let audio: [Piece<RenditionResult>]
    /// Names of files in `thumbnailFolder`.
    let thumbnails: [String]
    let thumbnailFolder: String
    let report: RunReport
}
