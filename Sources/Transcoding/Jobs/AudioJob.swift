internal import Encoding
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Scheduling

/// Encodes one sound rendition, whole: sound is never cut into independently encoded artifacts.
struct AudioJob: Job {
    let work: UploadWork
    let audio: AudioPlan

    var id: JobID { JobID("audio/\(audio.name)") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.seconds(audio) }

    func run(in context: JobContext) async throws -> Artifact<RenditionResult> {
        try await context.blocking { cancellation in
            try work.artifact(work.key(audio)) { result in
                try result.validate(audio)
                return result
            } files: {
                $0.files(of: nil)
            } make: { draft in
                try work.run(
                    AudioWork(plan: audio, formats: work.upload.formats), MediaGrant(draft: draft),
                    for: self, context,
                    isStopped: { cancellation.isCancelled }
                ) {
                    try $0.validate(audio)
                    return $0.files(of: nil)
                }
            }
        }
    }
}
