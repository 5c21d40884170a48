public import JobModel
public import JobQueue
internal import Presets
public import Storage
public import SystemPackage

/// Converts submissions of the API to job requests.
public struct UploadSubmitter: Sendable {
    /// The media root, which contains uploads and outputs, at the submission and later.
    private let root: FilePath
    private let storage: StorageRegistry
    private let keys: SecretKeys
    private let slots: HashingSlots
    private let presets = ParsedPresets()

    /// Creates a submitter.
    ///
    /// - Parameters:
    ///   - root: The absolute path of the media root.
    ///   - storage: The stores of uploads.
    ///   - keys: The keys that encrypt queries of uploads.
    ///   - slots: The slots in which uploads are read.
    public init(
        root: FilePath, storage: StorageRegistry = .local, keys: SecretKeys = .none,
        slots: HashingSlots = HashingSlots()
    ) {
        self.root = root
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
            upload: submission.upload, output: submission.output, root: root.string,
            packageName: submission.name, preset: preset,
            trim: TrimRangePayload(from: submission.from, to: submission.to))
        if submission.excludesSidecars { payload.captions = [] }
        return try await payload.request(
            SubmissionTerms(
                tenant: submission.tenant, key: submission.key, priority: submission.priority,
                delay: submission.delay, webhook: submission.webhook),
            from: storage, keys: keys, in: slots, preset: parsed)
    }
}
