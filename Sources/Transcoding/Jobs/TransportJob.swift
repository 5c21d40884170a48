internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Planning
internal import Presets
internal import Scheduling
internal import Storage

/// Writes a chunk's finished segments again as MPEG-TS, with the default sound in them.
///
/// A step of packaging: what was encoded stays as it is, so a change of the container encodes nothing again, and a
/// download is joined from the same artifacts.
struct TransportJob: Job {
    let work: UploadWork
    let video: VideoPlan
    let chunk: ChunkPlan
    let pictures: JobHandle<Artifact<ChunkResult>>
    /// The first chunk, which wrote the init segments.
    let first: JobHandle<Artifact<ChunkResult>>
    /// `nil`: the package has no sound.
    let audio: JobHandle<Artifact<RenditionResult>>?

    var id: JobID { JobID("transport/\(chunk.index)") }
    var dependencies: Set<JobID> { Set([pictures.id, first.id] + [audio?.id].compactMap { $0 }) }
    var peakMemory: Int { MemoryEstimate.transport(video, chunk) }
    var cost: Double { CostEstimate.transport * Double(chunk.frames.count * video.rungs.count) }

    func run(in context: JobContext) async throws -> Artifact<[RenditionResult]> {
        let (pictures, first) = (try context.results[pictures], try context.results[first])
        let audio = try audio.map { try context.results[$0] }
        return try await context.blocking { cancellation in
            let heard = chunk.segments.compactMap { segment in
                audio?.result.segments.first { $0.index == segment.index }
            }
            let part = TransportPart(
                renditions: pictures.result.rungs, audio: heard)
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
            return try work.artifact(work.key(part), validate: validated, files: files) { draft in
                try work.run(
                    TransportWork(
                        rungs: video.rungs, renditions: pictures.result.rungs,
                        artifact: pictures.key, firstArtifact: first.key,
                        audio: audio.map { TransportAudio($0) }),
                    MediaGrant(readsUpload: false, draft: draft, artifacts: work.artifacts()),
                    for: self, context, isStopped: { cancellation.isCancelled }
                ) { try files(validated($0)) }
            }
        }
    }
}

/// Writes the finished segments of a sound rendition of its own again as MPEG-TS.
struct TransportAudioJob: Job {
    let work: UploadWork
    let plan: AudioPlan
    let audio: JobHandle<Artifact<RenditionResult>>

    var id: JobID { JobID("transport/audio/\(plan.name)") }
    var dependencies: Set<JobID> { [audio.id] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.transport * Double(plan.sampleCount) / 1024 }

    func run(in context: JobContext) async throws -> Artifact<RenditionResult> {
        let audio = try context.results[audio]
        return try await context.blocking { cancellation in
            let part = TransportPart(renditions: [audio.result], audio: [])
            return try work.artifact(work.key(part)) { result in
                try result.validate(plan, in: .ts)
                return result
            } files: {
                $0.files(of: nil, .ts)
            } make: { draft in
                try work.run(
                    TransportAudioWork(
                        audio: TransportAudio(audio), sampleRate: plan.sampleRate),
                    MediaGrant(readsUpload: false, draft: draft, artifacts: work.artifacts()),
                    for: self, context, isStopped: { cancellation.isCancelled }
                ) {
                    try $0.validate(plan, in: .ts)
                    return $0.files(of: nil, .ts)
                }
            }
        }
    }
}

/// What the bytes depend on: the finished segments, which their hashes tell.
private struct TransportPart: Encodable {
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
