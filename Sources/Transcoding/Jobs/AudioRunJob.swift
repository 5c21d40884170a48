internal import Encoding
internal import MediaModel
internal import MediaSandbox
internal import Planning
internal import Presets
internal import Scheduling

/// Encodes a run of an audio rendition as one artifact.
struct AudioRunJob: Job {
    /// The job that decides the gain.
    enum Gain: Sendable {
        /// No gain; a rendition of one run that has a loudness target is measured by the same job.
        case none
        /// The gain for the measurement of the source.
        case measured(JobHandle<Artifact<MeasuredLoudness>>)
        /// The gain that corrects what encoding has changed; the run is that of the first pass if it need not be corrected.
        case corrected(
            JobHandle<LoudnessResult>, firstPass: JobHandle<Artifact<RenditionResult>>)
    }

    let environment: EncodingEnvironment
    let audio: AudioPlan
    let run: AudioRun
    let gain: Gain

    var id: JobID {
        if case .corrected = gain { return JobID("audio/\(audio.name)/\(run.index)/corrected") }
        return JobID("audio/\(audio.name)/\(run.index)")
    }
    var dependencies: Set<JobID> {
        switch gain {
        case .none: []
        case .measured(let loudness): [loudness.id]
        case .corrected(let loudness, let firstPass): [loudness.id, firstPass.id]
        }
    }
    var peakMemory: Int { MemoryEstimate.audio }
    var isEarly: Bool { true }
    /// Few renditions need a correction.
    var cost: Double {
        switch gain {
        case .none where audio.runStarts.count == 1: CostEstimate.seconds(audio)
        case .none, .measured: CostEstimate.seconds(audio, run)
        case .corrected: 0
        }
    }

    /// Whether no other artifact of the run can be the published one: a first pass may be corrected, and with it the correction may
    /// be unnecessary.
    private var isFinal: Bool {
        if case .none = gain { return true }
        return false
    }

    func run(in context: JobContext) async throws -> Artifact<RenditionResult> {
        let decibels: Double
        switch gain {
        case .none: decibels = 0
        case .measured(let loudness):
            decibels = audio.loudnessTarget?.gain(for: try context.results[loudness].result) ?? 0
        case .corrected(let loudness, let firstPass):
            let encoded = try context.results[loudness]
            guard let better = audio.loudnessTarget?.correction(of: encoded) else {
                return try context.results[firstPass]
            }
            decibels = better
        }
        let part =
            audio.runStarts.count == 1 ? nil : AudioWork.Part(run: run.index, gain: decibels)
        let container = environment.plan.container
        let isPublished = container != .ts && isFinal
        return try await context.blocking { cancellation in
            try environment.artifact(environment.key(AudioRunKey(audio: audio, part: part))) {
                try $0.validate(audio, run)
                return $0
            } files: {
                $0.files(of: nil)
            } paths: {
                isPublished
                    ? PublishedPaths.files(
                        of: $0, audio.name, isFirst: run.index == 0, in: container) : [:]
            } make: { draft in
                try environment.run(
                    AudioWork(plan: audio, part: part, formats: environment.upload.formats),
                    MediaGrant(draft: draft), for: self, context,
                    isStopped: { cancellation.isCancelled }
                ) {
                    try $0.validate(audio, run)
                    return $0.files(of: nil)
                }
            }
        }
    }
}

/// The values that the bytes of a run depend on.
private struct AudioRunKey: Encodable {
    let audio: AudioPlan
    let part: AudioWork.Part?
}

extension LoudnessTarget {
    /// Returns the corrected gain for an encoded rendition, in dB; `nil` if its loudness is within the tolerance.
    func correction(of encoded: LoudnessResult) -> Double? {
        correction(of: encoded.gain, encoded: encoded.after)
    }
}
