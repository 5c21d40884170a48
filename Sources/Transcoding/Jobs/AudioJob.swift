internal import Encoding
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Scheduling

/// Encodes an audio rendition as one artifact: audio is not divided into chunks.
struct AudioJob: Job {
    let environment: EncodingEnvironment
    let audio: AudioPlan

    var id: JobID { JobID("audio/\(audio.name)") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.seconds(audio) }

    func run(in context: JobContext) async throws -> Artifact<RenditionResult> {
        try await context.blocking { cancellation in
            try environment.artifact(environment.key(audio)) { result in
                try result.validate(audio)
                return result
            } files: {
                $0.files(of: nil)
            } make: { draft in
                try environment.run(
                    AudioWork(plan: audio, formats: environment.upload.formats),
                    MediaGrant(draft: draft), for: self, context,
                    isStopped: { cancellation.isCancelled }
                ) {
                    try $0.validate(audio)
                    return $0.files(of: nil)
                }
            }
        }
    }
}
