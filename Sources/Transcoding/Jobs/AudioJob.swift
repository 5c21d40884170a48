internal import MediaUnits
internal import Scheduling

/// Encodes one sound rendition, whole: sound is never cut into independently encoded pieces.
struct AudioJob: Job {
    let work: UploadWork
    let audio: AudioPlan

    var id: JobID { JobID("audio/\(audio.name)") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.seconds(audio) }

    func run(in context: JobContext) async throws -> Piece<RenditionResult> {
        try await context.blocking { cancellation in
            try work.piece(work.key(audio)) { folder in
                try work.media.run(
                    AudioWork(plan: audio, folder: folder), on: work.upload,
                    limits: limits(on: work.upload), budget: work.budget,
                    isStopped: { cancellation.isCancelled }, report: { context.report($0) })
            }
        }
    }
}
