internal import Encoding
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Presets
internal import Scheduling

/// Plans the probe encode of an upload whose preset has a quality target.
struct ProbeEncodePlanJob: Job {
    let upload: Upload
    let work: ProbeEncodePlanWork
    let media: MediaRunner
    let budget: WorkBudget
    var id: JobID { "probeEncodePlan" }
    var dependencies: Set<JobID> { [] }
    /// The memory and time of planning.
    var peakMemory: Int { (32 << 20) + 256 * (work.probed.frames?.times.count ?? 0) }
    var cost: Double { 0.05 + 1e-6 * Double(work.probed.frames?.times.count ?? 0) }

    func run(in context: JobContext) async throws -> ProbeEncodePlan? {
        try await context.blocking { cancellation in
            let plan = try media.run(
                work, MediaGrant(readsUpload: false), on: upload,
                limits: limits(on: upload, outputSize: 1 << 24), budget: budget,
                isStopped: { cancellation.isCancelled })
            return try upload.plausible {
                guard
                    plan.map({ $0.video.chunks.count <= ProbeEncodePlanner.counts.upperBound })
                        ?? true
                else { throw ArtifactError("more samples than planned") }
                return plan
            }
        }
    }
}

/// Encodes one sample of an upload.
struct ProbeEncodeJob: Job {
    let upload: Upload
    let samples: ProbeEncodePlan
    /// The index of the sample.
    let index: Int
    /// The plan of the package, as the preset has it.
    let plan: EncodingPlan
    let media: MediaRunner
    let budget: WorkBudget

    var id: JobID { JobID("probeEncode/\(index)") }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { MemoryEstimate.sample(samples, of: plan) }
    var cost: Double {
        plan.video.map { CostEstimate.seconds($0, frames: $0.grid.rate.ceiling) } ?? 0
    }

    func run(in context: JobContext) async throws -> [EncodedSample] {
        try await context.blocking { cancellation in
            let measured = try media.run(
                ProbeEncodeWork(samples, samples.video.chunks[index], formats: upload.formats),
                MediaGrant(), on: upload, limits: limits(on: upload), budget: budget,
                isStopped: { cancellation.isCancelled }, report: { context.report($0) })
            return try upload.plausible {
                let rungs = plan.video?.rungs ?? []
                guard measured.count <= rungs.count else {
                    throw ArtifactError("more samples than planned")
                }
                for sample in measured { try sample.validate(rungs) }
                return measured
            }
        }
    }
}
