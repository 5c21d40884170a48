public import JobModel
public import JobQueue

/// Converts submissions to job requests, with knowledge of uploads and presets.
public protocol SubmissionConverter: Sendable {
    /// Returns the request for a submission's job.
    ///
    /// - Throws: `SubmissionError`, `SecretKeyError` or `QueueError`; `CancellationError` soon after the task is cancelled; other errors are bugs.
    func request(for submission: UploadSubmission) async throws -> JobRequest
}
