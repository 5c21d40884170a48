public import JobModel
public import JobQueue
internal import Presets
public import Storage

/// Converts submissions of the API to job requests.
public struct UploadSubmitter: Sendable {
    private let storage: StorageRegistry
    private let keys: SecretKeys
    private let slots: HashingSlots
    private let presets = ParsedPresets()

    /// Creates a submitter.
    ///
    /// - Parameters:
    ///   - storage: The stores of uploads.
    ///   - keys: The keys that encrypt queries of uploads.
    ///   - slots: The slots in which uploads are read.
    public init(
        storage: StorageRegistry = .local, keys: SecretKeys = .none,
        slots: HashingSlots = HashingSlots()
    ) {
        self.storage = storage
        self.keys = keys
        self.slots = slots
    }

    /// Returns the request for a submission's job; without an idempotency key, it reads the upload's content.
    ///
    /// - Throws: `SubmissionError`, `SecretKeyError` or `QueueError`; `CancellationError` soon after the task is cancelled.
    public func request(for submission: UploadSubmission) async throws -> JobRequest {
        let (preset, parsed) = try presets.preset(submission.preset ?? Preset.shipped[0])
        guard parsed.packaging.container != .mp4 else {
            throw SubmissionError(
                .badPreset, message: "\(preset.name) produces a single MP4 file, not a package",
                advice: "name another shipped preset")
        }
        var payload = JobPayload(
            upload: submission.upload, output: submission.output, root: submission.outputRoot,
            uploadRoot: submission.uploadRoot, packageName: submission.name, preset: preset,
            trim: TrimRangePayload(from: submission.from, to: submission.to),
            cuePoints: submission.cuePoints)
        if submission.excludesSidecars { payload.captions = [] }
        let terms = SubmissionTerms(
            tenant: submission.tenant, key: submission.key, priority: submission.priority,
            delay: submission.delay, webhook: submission.webhook)
        do {
            return try await payload.request(
                terms, from: storage, keys: keys, in: slots, preset: parsed)
        } catch let error as QueueError {
            guard let storage = error.cause as? StorageError else { throw error }
            throw SubmissionError(of: storage)
        }
    }
}

extension SubmissionError {
    /// The error of an upload that cannot be opened.
    fileprivate init(of error: StorageError) {
        switch error.kind {
        case .object(.changed), .object(.gone), .object(.archived), .object(.expired),
            .object(.denied), .object(.refused):
            self.init(
                .noSuchUpload, message: "upload: \(error.reason)", advice: error.advice,
                cause: error)
        default:
            // Clients can change neither credentials nor disks of the worker; its log has the cause.
            self.init(
                .unresponsiveStore, message: "upload: its store cannot be read now",
                advice: "try again in a moment", cause: error)
        }
    }
}
