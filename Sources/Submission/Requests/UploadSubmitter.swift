public import JobModel
public import JobQueue
internal import Presets
public import SystemPackage

/// Converts submissions of the API to job requests.
public struct UploadSubmitter: Sendable {
    /// The media root, which contains uploads and outputs, at the submission and later.
    private let root: FilePath

    /// Creates a submitter for a media root, given by its absolute path.
    public init(root: FilePath) { self.root = root }

    /// Returns the request for a submission's job; without an idempotency key, it reads the upload's content.
    ///
    /// - Throws: `SubmissionError` or `QueueError`; `CancellationError` soon after the task is cancelled.
    public func request(for submission: UploadSubmission) async throws -> JobRequest {
        let preset: PresetText
        do throws(PresetError) {
            preset = try PresetText(submission.preset ?? Preset.shipped[0])
        } catch {
            throw SubmissionError(
                .badPreset, message: error.description, advice: "name a shipped preset",
                cause: error)
        }
        guard try Preset.parse(preset.yaml, named: preset.name).packaging.container != .mp4 else {
            throw SubmissionError(
                .badPreset, message: "\(preset.name) produces a single MP4 file, not a package",
                advice: "name another shipped preset")
        }
        let payload = JobPayload(
            upload: submission.upload, output: submission.output, root: root.string,
            packageName: submission.name, preset: preset,
            trim: TrimRangePayload(from: submission.from, to: submission.to))
        return try await payload.request(
            SubmissionTerms(
                tenant: submission.tenant, key: submission.key, priority: submission.priority,
                delay: submission.delay, webhook: submission.webhook))
    }
}
