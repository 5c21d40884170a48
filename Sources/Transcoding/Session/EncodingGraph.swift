internal import MediaModel
internal import Presets
internal import Scheduling
internal import Storage

/// The jobs of an upload: chunks and audio tracks in parallel, then segments of GOPs, thumbnails when the chunks are finished.
struct EncodingGraph: Sendable {
    let graph: JobGraph
    let chunks: [JobHandle<ChunkArtifacts>]
    let audio: [AudioJobs]
    /// The finished segments, which are those of chunks, or joined of their GOPs; empty if only thumbnails are made.
    let segments: [EncodedSegments]
    /// The finished segments as MPEG-TS; empty for other containers.
    let transport: [JobHandle<[RenditionArtifacts]>]
    /// The runs of separate audio renditions as MPEG-TS, by the index of the rendition in the plan.
    let transportAudio: [Int: [JobHandle<Artifact<RenditionResult>>]]
    let thumbnails: JobHandle<Artifact<[String]>>?

    /// Creates the graph of an upload; without `encodes`, only thumbnails are made.
    init(_ environment: EncodingEnvironment, encodes: Bool = true) throws {
        var graph = JobGraph()
        let plan = environment.plan
        audio = try (encodes ? plan.audio : []).map {
            try AudioJobs($0, in: environment, to: &graph)
        }
        chunks =
            try plan.video.map { video in
                try video.jobs(
                    video.chunks[...], renditions: encodes ? nil : [], in: environment
                ).map { try graph.add($0) }
            } ?? []
        segments = try encodes ? Self.segments(environment, chunks, &graph) : []
        let isTransport = encodes && plan.container == .ts
        transport = try isTransport ? Self.transport(environment, segments, audio, &graph) : []
        transportAudio = try isTransport ? Self.transportAudio(environment, audio, &graph) : [:]
        thumbnails = try Self.thumbnails(environment, chunks, &graph)
        self.graph = graph
    }

    /// Adds the job for thumbnails; returns `nil` if the plan has none.
    static func thumbnails(
        _ environment: EncodingEnvironment, _ chunks: [JobHandle<ChunkArtifacts>],
        _ graph: inout JobGraph
    ) throws -> JobHandle<Artifact<[String]>>? {
        guard let video = environment.plan.video, let thumbnails = video.thumbnails else {
            return nil
        }
        return try graph.add(
            ThumbnailJob(
                environment: environment, plan: video, thumbnails: thumbnails, chunks: chunks))
    }

    /// Adds the jobs that join GOPs, if these are the units of encoding.
    private static func segments(
        _ environment: EncodingEnvironment, _ chunks: [JobHandle<ChunkArtifacts>],
        _ graph: inout JobGraph
    ) throws -> [EncodedSegments] {
        guard let video = environment.plan.video else { return [] }
        let encoded = zip(video.chunks, chunks).map { (plan: $0, encoded: $1) }
        guard video.unit == .gop else {
            return encoded.map { EncodedSegments($0.plan.units, of: $0.encoded) }
        }
        return try video.segments.map { segment in
            EncodedSegments(
                segment,
                joinedBy: try graph.add(JoinJob(environment, video, segment, of: encoded)))
        }
    }

    private static func transport(
        _ environment: EncodingEnvironment, _ segments: [EncodedSegments],
        _ audio: [AudioJobs], _ graph: inout JobGraph
    ) throws -> [JobHandle<[RenditionArtifacts]>] {
        guard let video = environment.plan.video else { return [] }
        return try segments.map { encoded in
            try graph.add(
                TransportJob(
                    environment: environment, video: video, encoded: encoded, first: segments[0],
                    audio: environment.plan.muxedAudio.map {
                        audio[$0].runs(of: encoded.segments)
                    } ?? []))
        }
    }

    private static func transportAudio(
        _ environment: EncodingEnvironment, _ audio: [AudioJobs], _ graph: inout JobGraph
    ) throws -> [Int: [JobHandle<Artifact<RenditionResult>>]] {
        var handles: [Int: [JobHandle<Artifact<RenditionResult>>]] = [:]
        for (index, audio) in audio.enumerated() where index != environment.plan.muxedAudio {
            handles[index] = try zip(audio.plan.runs, audio.runs).map { run, encoded in
                try graph.add(
                    TransportAudioJob(
                        environment: environment, plan: audio.plan, run: run, audio: encoded))
            }
        }
        return handles
    }

    func run(
        on runner: Runner, onProgress: @escaping @Sendable (GraphProgress) -> Void
    ) async throws -> EncodingResult {
        let result = try await runner.run(graph, onProgress: onProgress)
        return EncodingResult(
            chunks: try chunks.map { try result[$0] },
            segments: try segments.map { try $0.artifacts(in: result.results) },
            audio: try audio.map { try $0.artifacts(in: result) },
            transport: try transport.map { try result[$0] },
            transportAudio: try transportAudio.mapValues { try $0.map { try result[$0] } },
            thumbnails: try thumbnails.map { try result[$0] }, report: result.report)
    }
}
