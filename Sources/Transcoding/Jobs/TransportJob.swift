internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Planning
internal import Presets
internal import Scheduling
internal import Storage

/// Writes a node's finished segments again as MPEG-TS, with the default sound in them.
///
/// A step of packaging: what was encoded stays as it is, so a change of the container encodes nothing again, and a
/// download is joined from the same pieces.
struct TransportJob: Job {
    let work: UploadWork
    let video: VideoPlan
    let node: NodePlan
    let pictures: JobHandle<Piece<NodeResult>>
    /// The first node, which wrote the init segments.
    let first: JobHandle<Piece<NodeResult>>
    /// `nil`: the package has no sound.
    let sound: JobHandle<Piece<RenditionResult>>?

    var id: JobID { JobID("transport/\(node.index)") }
    var dependencies: Set<JobID> { Set([pictures.id, first.id] + [sound?.id].compactMap { $0 }) }
    var peakMemory: Int { MemoryEstimate.transport(video, node) }
    var cost: Double { CostEstimate.transport * Double(node.frames.count * video.rungs.count) }

    func run(in context: JobContext) async throws -> Piece<[RenditionResult]> {
        let (pictures, first) = (try context.results[pictures], try context.results[first])
        let sound = try sound.map { try context.results[$0] }
        return try await context.blocking { cancellation in
            let heard = node.segments.compactMap { segment in
                sound?.result.segments.first { $0.index == segment.index }
            }
            let part = TransportPart(
                renditions: pictures.result.rungs, sound: heard)
            func validated(_ results: [RenditionResult]) throws -> [RenditionResult] {
                guard results.count == video.rungs.count else {
                    throw ImplausibleArtifact("other renditions than are planned")
                }
                for (result, rung) in zip(results, video.rungs) {
                    try result.validate(rung, of: node, in: .ts)
                }
                return results
            }
            func files(_ results: [RenditionResult]) -> ArtifactSizes {
                results.reduce(into: [:]) { files, result in
                    files.merge(result.files(of: result.name, .ts)) { $1 }
                }
            }
            return try work.piece(work.key(part), validate: validated, files: files) { draft in
                try work.run(
                    TransportWork(
                        rungs: video.rungs, renditions: pictures.result.rungs,
                        artifact: pictures.key, firstArtifact: first.key,
                        sound: sound.map { TransportSound($0) }),
                    MediaGrant(readsUpload: false, draft: draft, artifacts: work.artifacts()),
                    for: self, context, isStopped: { cancellation.isCancelled }
                ) { try files(validated($0)) }
            }
        }
    }
}

/// Writes the finished segments of a sound rendition of its own again as MPEG-TS.
struct TransportSoundJob: Job {
    let work: UploadWork
    let audio: AudioPlan
    let sound: JobHandle<Piece<RenditionResult>>

    var id: JobID { JobID("transport/audio/\(audio.name)") }
    var dependencies: Set<JobID> { [sound.id] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.transport * Double(audio.sampleCount) / 1024 }

    func run(in context: JobContext) async throws -> Piece<RenditionResult> {
        let sound = try context.results[sound]
        return try await context.blocking { cancellation in
            let part = TransportPart(renditions: [sound.result], sound: [])
            return try work.piece(work.key(part)) { result in
                try result.validate(audio, in: .ts)
                return result
            } files: {
                $0.files(of: nil, .ts)
            } make: { draft in
                try work.run(
                    TransportAudioWork(
                        sound: TransportSound(sound), sampleRate: audio.sampleRate),
                    MediaGrant(readsUpload: false, draft: draft, artifacts: work.artifacts()),
                    for: self, context, isStopped: { cancellation.isCancelled }
                ) {
                    try $0.validate(audio, in: .ts)
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
    let sound: [SegmentResult]
}

extension TransportSound {
    init(_ piece: Piece<RenditionResult>) {
        self.init(rendition: piece.result, artifact: piece.key)
    }
}
