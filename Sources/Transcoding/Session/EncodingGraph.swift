internal import MediaModel
internal import Presets
internal import Scheduling
internal import Storage

/// The jobs of one upload: nodes of segments and sound tracks side by side, thumbnails when the nodes are done.
struct EncodingGraph: Sendable {
    let graph: JobGraph
    let nodes: [JobHandle<Piece<NodeResult>>]
    let audio: [JobHandle<Piece<RenditionResult>>]
    /// The same as MPEG-TS; none for other packages.
    let transport: [JobHandle<Piece<[RenditionResult]>>]
    /// By their place in the plan, those sounds that have segments of their own.
    let transportSound: [Int: JobHandle<Piece<RenditionResult>>]
    let thumbnails: JobHandle<Piece<[String]>>?

    /// The graph of an upload; without `encodes`, thumbnails alone are made.
    init(_ work: UploadWork, encodes: Bool = true) throws {
        var graph = JobGraph()
        let plan = work.plan
        // Sound first: one long job that nothing can share.
        audio = try (encodes ? plan.audio : []).map {
            try graph.add(AudioJob(work: work, audio: $0))
        }
        nodes =
            try plan.video.map { video in
                try video.nodes.map {
                    try graph.add(SegmentJob(work: work, video: video, node: $0, encodes: encodes))
                }
            } ?? []
        let isTransport = encodes && plan.container == .ts
        transport = try isTransport ? Self.transport(work, nodes, audio, &graph) : []
        transportSound = try isTransport ? Self.transportSound(work, audio, &graph) : [:]
        thumbnails = try Self.thumbnails(work, nodes, &graph)
        self.graph = graph
    }

    /// Puts the small pictures of an upload's nodes together; `nil` where none are wanted.
    static func thumbnails(
        _ work: UploadWork, _ nodes: [JobHandle<Piece<NodeResult>>], _ graph: inout JobGraph
    ) throws -> JobHandle<Piece<[String]>>? {
        guard let video = work.plan.video, let wanted = video.thumbnails else { return nil }
        return try graph.add(
            ThumbnailJob(work: work, plan: video, thumbnails: wanted, nodes: nodes))
    }

    private static func transport(
        _ work: UploadWork, _ nodes: [JobHandle<Piece<NodeResult>>],
        _ audio: [JobHandle<Piece<RenditionResult>>], _ graph: inout JobGraph
    ) throws -> [JobHandle<Piece<[RenditionResult]>>] {
        guard let video = work.plan.video else { return [] }
        return try zip(video.nodes, nodes).map { node, pictures in
            try graph.add(
                TransportJob(
                    work: work, video: video, node: node, pictures: pictures, first: nodes[0],
                    sound: work.plan.muxedSound.map { audio[$0] }))
        }
    }

    private static func transportSound(
        _ work: UploadWork, _ audio: [JobHandle<Piece<RenditionResult>>], _ graph: inout JobGraph
    ) throws -> [Int: JobHandle<Piece<RenditionResult>>] {
        var handles: [Int: JobHandle<Piece<RenditionResult>>] = [:]
        for (index, sound) in audio.enumerated() where index != work.plan.muxedSound {
            handles[index] = try graph.add(
                TransportSoundJob(work: work, audio: work.plan.audio[index], sound: sound))
        }
        return handles
    }

    func run(
        on runner: Runner, onProgress: @escaping @Sendable (GraphProgress) -> Void
    ) async throws -> EncodingResult {
        let result = try await runner.run(graph, onProgress: onProgress)
        return EncodingResult(
            nodes: try nodes.map { try result[$0] }, audio: try audio.map { try result[$0] },
            transport: try transport.map { try result[$0] },
            transportSound: try transportSound.mapValues { try result[$0] },
            thumbnails: try thumbnails.map { try result[$0] }, report: result.report)
    }
}
