public import JobModel
public import JobQueue
internal import Presets

/// Makes jobs of what clients of the API submit.
public struct UploadSubmitter: Sendable {
    /// What uploads and outputs must lie below, when they are named and when they are used.
    private let root: String

    /// A submitter of uploads below a folder, given by its absolute path.
    public init(root: String) { self.root = root }

    /// The request for a submission's job; reads the upload through where the client gives no key.
    ///
    /// - Throws: `SubmissionRefusal` or `QueueError`; `CancellationError` soon after the task is cancelled.
    public func request(for submission: UploadSubmission) async throws -> JobRequest {
        let preset: PresetText
        do throws(PresetError) {
            preset = try PresetText(submission.preset ?? Preset.shipped[0])
        } catch {
            throw SubmissionRefusal(
                code: TaskFailure.Code.badPreset.rawValue, message: error.description,
                advice: "name one of `vtranscode presets list`")
        }
        guard try preset.load().packaging.container != .mp4 else {
            throw SubmissionRefusal(
                code: TaskFailure.Code.badPreset.rawValue,
                message: "\(preset.name) makes a single MP4, not a package",
                advice: "name another of `vtranscode presets list`")
        }
        let payload = JobPayload(
            upload: submission.upload, output: submission.output, root: root,
            packageName: submission.name, preset: preset,
            trim: TrimRange(from: submission.from, to: submission.to))
        return try await payload.request(
            SubmissionTerms(
                tenant: submission.tenant, key: submission.key, priority: submission.priority,
                delay: submission.delay, webhook: submission.webhook))
    }
}
