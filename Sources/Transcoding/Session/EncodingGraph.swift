internal import MediaModel
internal import Presets
internal import Scheduling
internal import Storage

/// The jobs of one upload: chunks of segments and sound tracks side by side, thumbnails when the chunks are done.
struct EncodingGraph: Sendable {
    let graph: JobGraph
    let chunks: [JobHandle<Artifact<ChunkResult>>]
    let audio: [JobHandle<Artifact<RenditionResult>>]
    /// The same as MPEG-TS; none for other packages.
    let transport: [JobHandle<Artifact<[RenditionResult]>>]
    /// By their place in the plan, those sounds that have segments of their own.
    let transportAudio: [Int: JobHandle<Artifact<RenditionResult>>]
    let thumbnails: JobHandle<Artifact<[String]>>?

    /// The graph of an upload; without `encodes`, thumbnails alone are made.
    init(_ work: UploadWork, encodes: Bool = true) throws {
        var graph = JobGraph()
        let plan = work.plan
        // Sound first: one long job that nothing can share.
        audio = try (encodes ? plan.audio : []).map {
            try graph.add(AudioJob(work: work, audio: $0))
        }
        chunks =
            try plan.video.map { video in
                try video.chunks.map {
                    try graph.add(ChunkJob(work: work, video: video, chunk: $0, encodes: encodes))
                }
            } ?? []
        let isTransport = encodes && plan.container == .ts
        transport = try isTransport ? Self.transport(work, chunks, audio, &graph) : []
        transportAudio = try isTransport ? Self.transportAudio(work, audio, &graph) : [:]
        thumbnails = try Self.thumbnails(work, chunks, &graph)
        self.graph = graph
    }

    /// Puts the small pictures of an upload's chunks together; `nil` where none are wanted.
    static func thumbnails(
        _ work: UploadWork, _ chunks: [JobHandle<Artifact<ChunkResult>>], _ graph: inout JobGraph
    ) throws -> JobHandle<Artifact<[String]>>? {
        guard let video = work.plan.video, let wanted = video.thumbnails else { return nil }
        return try graph.add(
            ThumbnailJob(work: work, plan: video, thumbnails: wanted, chunks: chunks))
    }

    private static func transport(
        _ work: UploadWork, _ chunks: [JobHandle<Artifact<ChunkResult>>],
        _ audio: [JobHandle<Artifact<RenditionResult>>], _ graph: inout JobGraph
    ) throws -> [JobHandle<Artifact<[RenditionResult]>>] {
        guard let video = work.plan.video else { return [] }
        return try zip(video.chunks, chunks).map { chunk, pictures in
            try graph.add(
                TransportJob(
                    work: work, video: video, chunk: chunk, pictures: pictures, first: chunks[0],
                    audio: work.plan.muxedAudio.map { audio[$0] }))
        }
    }

    private static func transportAudio(
        _ work: UploadWork, _ audio: [JobHandle<Artifact<RenditionResult>>], _ graph: inout JobGraph
    ) throws -> [Int: JobHandle<Artifact<RenditionResult>>] {
        var handles: [Int: JobHandle<Artifact<RenditionResult>>] = [:]
        for (index, audio) in audio.enumerated() where index != work.plan.muxedAudio {
            handles[index] = try graph.add(
                TransportAudioJob(work: work, plan: work.plan.audio[index], audio: audio))
        }
        return handles
    }

    func run(
        on runner: Runner, onProgress: @escaping @Sendable (GraphProgress) -> Void
    ) async throws -> EncodingResult {
        let result = try await runner.run(graph, onProgress: onProgress)
        return EncodingResult(
            chunks: try chunks.map { try result[$0] }, audio: try audio.map { try result[$0] },
            transport: try transport.map { try result[$0] },
            transportAudio: try transportAudio.mapValues { try result[$0] },
            thumbnails: try thumbnails.map { try result[$0] }, report: result.report)
    }
}
