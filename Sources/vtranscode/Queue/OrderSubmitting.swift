import JobModel
import JobQueue
import Presets
import StatusServer
import Worker

/// Makes jobs of what clients of the HTTP API ask for.
struct OrderSubmitting: Submitting {
    /// What uploads and outputs must lie below, when they are named and when they are used.
    let root: String

    func request(for submission: UploadSubmission) async throws -> JobRequest {
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
                delay: submission.delay, webhook: submission.webhook?.text))
    }
}
