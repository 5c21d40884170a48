internal import Encoding
internal import MediaModel
internal import MediaSandbox
internal import Planning
internal import Scheduling

/// Measures an audio track of several runs, whose gain depends on the whole track.
struct SourceLoudnessJob: Job {
    let environment: EncodingEnvironment
    let audio: AudioPlan

    var id: JobID { JobID("audio/\(audio.name)/loudness") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.loudness(audio) }
    var isEarly: Bool { true }

    func run(in context: JobContext) async throws -> Artifact<MeasuredLoudness> {
        try await context.blocking { cancellation in
            try environment.loudness(
                SourceLoudnessKey(audio: audio),
                SourceLoudnessWork(plan: audio, formats: environment.upload.formats),
                MediaGrant(), for: self, context, cancellation)
        }
    }
}

/// Measures the encoded runs of an audio rendition together.
struct EncodedLoudnessJob: Job {
    let environment: EncodingEnvironment
    let audio: AudioPlan
    let target: LoudnessTarget
    let source: JobHandle<Artifact<MeasuredLoudness>>
    let runs: [JobHandle<Artifact<RenditionResult>>]
    /// The result of the first pass, if this is the second one.
    let firstPass: JobHandle<LoudnessResult>?

    var id: JobID {
        JobID("audio/\(audio.name)/loudness/\(firstPass == nil ? "encoded" : "corrected")")
    }
    var dependencies: Set<JobID> {
        Set(runs.map(\.id) + [source.id] + [firstPass?.id].compactMap { $0 })
    }
    var peakMemory: Int { MemoryEstimate.audio }
    var isEarly: Bool { true }
    /// Few renditions need a correction.
    var cost: Double { firstPass == nil ? CostEstimate.loudness(audio) : 0 }

    func run(in context: JobContext) async throws -> LoudnessResult {
        let before = try context.results[source].result
        var gain = target.gain(for: before)
        if let firstPass {
            let encoded = try context.results[firstPass]
            guard let better = target.correction(of: encoded) else { return encoded }
            gain = better
        }
        let runs = try runs.map { try context.results[$0] }
        let after = try await context.blocking { [gain] cancellation in
            let initialization = ArtifactFile(
                artifact: runs[0].key, name: ArtifactFiles.initialization(of: nil))
            let segments = runs.flatMap { run in
                run.result.segments.map {
                    ArtifactFile(
                        artifact: run.key, name: ArtifactFiles.segment($0.index, of: nil))
                }
            }
            return try environment.loudness(
                EncodedLoudnessKey(runs: runs.map(\.result), gain: gain),
                EncodedLoudnessWork(files: [initialization] + segments),
                MediaGrant(
                    readsUpload: false,
                    artifacts: environment.folder(containing: runs.map(\.key))),
                for: self, context, cancellation)
        }
        return target.result(before: before, gain: gain, after: after.result)
    }
}

/// The values that the loudness of a source depends on.
private struct SourceLoudnessKey: Encodable {
    var kind = "source loudness"
    let audio: AudioPlan
}

/// The values that the loudness of a rendition depends on: its segments with their hashes.
private struct EncodedLoudnessKey: Encodable {
    var kind = "encoded loudness"
    let runs: [RenditionResult]
    let gain: Double
}

extension EncodingEnvironment {
    /// Finds a measurement, or makes it.
    fileprivate func loudness<Work: MediaWork>(
        _ material: some Encodable, _ work: Work, _ grant: MediaGrant, for job: some Job,
        _ context: JobContext, _ cancellation: Cancellation
    ) throws -> Artifact<MeasuredLoudness> where Work.Output == MeasuredLoudness {
        try artifact(key(material)) {
            try $0.validate()
            return $0
        } files: { _ in
            [:]
        } make: { _ in
            try run(work, grant, for: job, context, isStopped: { cancellation.isCancelled }) { _ in
                [:]
            }
        }
    }
}
