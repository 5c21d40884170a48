internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Planning
internal import Presets
internal import Scheduling
internal import Storage

/// Remuxes a chunk's finished segments to MPEG-TS, with the default audio.
///
/// The encoded artifacts remain unchanged: a change of the container encodes nothing again, and the download is joined from the
/// same artifacts.
struct TransportJob: Job {
    let environment: EncodingEnvironment
    let video: VideoPlan
    let chunk: ChunkPlan
    let encoded: JobHandle<Artifact<ChunkResult>>
    /// The first chunk, which has the init segments.
    let first: JobHandle<Artifact<ChunkResult>>
    /// The muxed audio; `nil` for none.
    let audio: JobHandle<Artifact<RenditionResult>>?

    var id: JobID { JobID("transport/\(chunk.index)") }
    var dependencies: Set<JobID> { Set([encoded.id, first.id] + [audio?.id].compactMap { $0 }) }
    var peakMemory: Int { MemoryEstimate.transport(video, chunk) }
    var cost: Double { CostEstimate.transport * Double(chunk.frames.count * video.rungs.count) }

    func run(in context: JobContext) async throws -> Artifact<[RenditionResult]> {
        let (encoded, first) = (try context.results[encoded], try context.results[first])
        let audio = try audio.map { try context.results[$0] }
        return try await context.blocking { cancellation in
            let audioSegments = chunk.segments.compactMap { segment in
                audio?.result.segments.first { $0.index == segment.index }
            }
            let material = TransportKeyMaterial(
                renditions: encoded.result.rungs, audio: audioSegments)
            func validated(_ results: [RenditionResult]) throws -> [RenditionResult] {
                guard results.count == video.rungs.count else {
                    throw ArtifactError("other renditions than are planned")
                }
                for (result, rung) in zip(results, video.rungs) {
                    try result.validate(rung, of: chunk, in: .ts)
                }
                return results
            }
            func files(_ results: [RenditionResult]) -> ArtifactSizes {
                results.reduce(into: [:]) { files, result in
                    files.merge(result.files(of: result.name, .ts)) { $1 }
                }
            }
            let keys = [encoded.key, first.key] + [audio?.key].compactMap { $0 }
            return try environment.artifact(
                environment.key(material), validate: validated, files: files
            ) { draft in
                try environment.run(
                    TransportWork(
                        rungs: video.rungs, renditions: encoded.result.rungs,
                        artifact: encoded.key, firstArtifact: first.key,
                        audio: audio.map { TransportAudio($0) }),
                    MediaGrant(
                        readsUpload: false, draft: draft,
                        artifacts: environment.folder(containing: keys)),
                    for: self, context, isStopped: { cancellation.isCancelled }
                ) { try files(validated($0)) }
            }
        }
    }
}

/// Remuxes the finished segments of a separate audio rendition to MPEG-TS.
struct TransportAudioJob: Job {
    let environment: EncodingEnvironment
    let plan: AudioPlan
    let audio: JobHandle<Artifact<RenditionResult>>

    var id: JobID { JobID("transport/audio/\(plan.name)") }
    var dependencies: Set<JobID> { [audio.id] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.transport * Double(plan.sampleCount) / 1024 }

    func run(in context: JobContext) async throws -> Artifact<RenditionResult> {
        let audio = try context.results[audio]
        return try await context.blocking { cancellation in
            let material = TransportKeyMaterial(renditions: [audio.result], audio: [])
            return try environment.artifact(environment.key(material)) { result in
                try result.validate(plan, in: .ts)
                return result
            } files: {
                $0.files(of: nil, .ts)
            } make: { draft in
                try environment.run(
                    TransportAudioWork(
                        audio: TransportAudio(audio), sampleRate: plan.sampleRate),
                    MediaGrant(
                        readsUpload: false, draft: draft,
                        artifacts: environment.folder(containing: [audio.key])),
                    for: self, context, isStopped: { cancellation.isCancelled }
                ) {
                    try $0.validate(plan, in: .ts)
                    return $0.files(of: nil, .ts)
                }
            }
        }
    }
}

/// The values that the bytes depend on: the finished segments with their hashes.
private struct TransportKeyMaterial: Encodable {
    /// Raised when the same segments give other bytes.
    var version = "ts 1"
    let renditions: [RenditionResult]
    let audio: [SegmentResult]
}

extension TransportAudio {
    init(_ artifact: Artifact<RenditionResult>) {
        self.init(rendition: artifact.result, artifact: artifact.key)
    }
}
