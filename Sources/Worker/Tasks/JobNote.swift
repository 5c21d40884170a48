internal import JobQueue
internal import Transcoding

/// What is known of a job once its upload is measured, kept in the queue for whoever looks into it later.
struct JobNote: Codable, Sendable {
    /// The package's.
    let name: String
    /// Seconds.
    let duration: Double
    let rungs: [String]
    let warnings: [Notice]
    /// CPU seconds that are expected.
    let cost: Double

    init(_ plan: StagedPlan) {
        name = plan.name
        duration = plan.duration
        rungs = plan.rungs
        warnings = plan.warnings
        cost = plan.cost
    }
}

extension TaskProgress {
    init(_ progress: UploadProgress) {
        self.init(fraction: progress.fraction, remaining: progress.remaining)
    }
}
