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
    /// Of a picture on the disk that shows what the job is about, while it is processed: an absolute path.
    let poster: String?

    init(_ summary: StagedSummary, poster: String? = nil) {
        name = summary.name
        duration = summary.duration
        rungs = summary.rungs
        warnings = summary.warnings
        cost = summary.cost
        self.poster = poster
    }
}

extension TaskProgress {
    init(_ progress: UploadProgress) {
        self.init(fraction: progress.fraction, remaining: progress.remaining)
    }
}

extension TaskContext {
    /// Says what is known of the job by now.
    func note(_ summary: StagedSummary, poster: String? = nil) {
        // Text that holds nothing but numbers and names can be written.
        guard let text = try? JSON.text(JobNote(summary, poster: poster)) else { return }
        note(text)
    }
}
