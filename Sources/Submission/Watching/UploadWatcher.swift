internal import Foundation
internal import JobModel
public import JobQueue
public import Logging
internal import Scheduling
internal import Storage
public import SystemPackage
internal import Transcoding

/// Submits the uploads of a directory, each when it is complete.
public struct UploadWatcher: Sendable {
    /// The longest interval between two snapshots, in seconds; events shorten it.
    private static let interval = 5.0

    private let directory: FilePath
    private let settleTime: Double
    private let request: WatchRequest
    private let store: any QueueStore
    private let logger: Logger

    public init(
        _ directory: FilePath, settleTime: Double, request: WatchRequest, store: any QueueStore,
        logger: Logger
    ) {
        self.directory = directory
        self.settleTime = settleTime
        self.request = request
        self.store = store
        self.logger = logger
    }

    /// Watches the directory until the task is cancelled.
    ///
    /// - Parameter onSubmission: Receives the path of each submitted upload, and the submission's outcome.
    /// - Throws: `QueueError.badRequest` if the directory cannot be read at the start; later, unreadable directories are retried,
    ///   since a file server may be unreachable for a time.
    public func run(onSubmission: @Sendable (FilePath, SubmittedJob) -> Void) async throws {
        let pause = Pause()
        let events = DirectoryEvents(directory) { pause.end() }
        if events == nil {
            logger.info(
                "directory events unavailable, polling",
                metadata: ["directory": "\(directory)", "interval": "\(Self.interval) s"])
        }
        var detector = StableFileDetector(settleTime: settleTime)
        var skipped: Set<SkippedEntry> = []
        var lastError: String?
        var snapshot = try DirectorySnapshot(of: directory)
        while !Task.isCancelled {
            for entry in snapshot.skipped where !skipped.contains(entry) { log(entry) }
            skipped = Set(snapshot.skipped)
            let now = ProcessInfo.processInfo.systemUptime
            for file in detector.observe(snapshot.files, now: now) {
                if let reason = reasonToSkip(file) {
                    logger.info(
                        "file skipped", metadata: ["path": "\(file.path)", "reason": "\(reason)"])
                    continue
                }
                do {
                    let submission = try await submit(file)
                    lastError = nil
                    onSubmission(directory.pushing(file.path), submission)
                } catch let error as QueueError where error.code == .badRequest {
                    // The file was removed or cannot become a job: only a change of the file changes that.
                    logger.warning(
                        "could not submit upload",
                        metadata: ["path": "\(file.path)", "error": "\(error)"])
                } catch let error as QueueError {
                    // The store is unreachable or the tenant's limit is reached, which concerns all uploads: one warning.
                    logger.log(
                        level: lastError == error.description ? .debug : .warning,
                        "could not submit upload, retrying",
                        metadata: ["path": "\(file.path)", "error": "\(error)"])
                    lastError = error.description
                    detector.reportAgain(file)
                }
            }
            // Files may become stable after the settle time.
            await pause.wait(
                snapshot.files.isEmpty ? Self.interval : min(Self.interval, max(0.2, settleTime)))
            snapshot = await nextSnapshot(pause) ?? snapshot
        }
        withExtendedLifetime(events) {}
    }

    /// Takes a snapshot, again after errors.
    ///
    /// - Returns: `nil` once the task is cancelled.
    private func nextSnapshot(_ pause: Pause) async -> DirectorySnapshot? {
        var isLogged = false
        while !Task.isCancelled {
            do {
                return try DirectorySnapshot(of: directory)
            } catch {
                logger.log(
                    level: isLogged ? .debug : .warning, "could not read directory, retrying",
                    metadata: ["directory": "\(directory)", "error": "\(error)"])
                isLogged = true
                await pause.wait(Self.interval)
            }
        }
        return nil
    }

    private func reasonToSkip(_ file: StableFileDetector.File) -> String? {
        file.size > 0
            ? FolderFile.reasonToSkip(Location(directory.pushing(file.path))) : "it is empty"
    }

    /// Logs an entry that is not a regular file with a valid name; a warning if it may hide an upload.
    private func log(_ entry: SkippedEntry) {
        guard !StableFileDetector.isTemporary(entry.path) else { return }
        let advice: String? =
            switch entry.reason {
            case .unreadable: "check its permissions"
            case .tooDeep: "watch it separately"
            case .nameNotUTF8: "rename it"
            default: nil
            }
        // An entry that was removed during the snapshot.
        if case .unreadable(ENOENT) = entry.reason { return }
        var metadata: Logger.Metadata = ["path": "\(entry.path)", "reason": "\(entry.reason)"]
        if let advice { metadata["advice"] = "\(advice)" }
        logger.log(level: advice == nil ? .info : .warning, "entry skipped", metadata: metadata)
    }

    private func submit(_ file: StableFileDetector.File) async throws -> SubmittedJob {
        let payload = request.payload(of: Location(directory.pushing(file.path)))
        var terms = request.terms
        terms.key = key(for: file, payload)
        return try await store.submit(try await payload.request(terms))
    }

    /// Derives the idempotency key from the state of the file, the preset and the output folder.
    ///
    /// The key does not depend on the content: a start would otherwise read all files of the directory.
    private func key(for file: StableFileDetector.File, _ payload: JobPayload) -> String {
        let parts = [payload.upload, payload.preset.yaml, payload.output]
        let digest = UploadDigest.of(parts.joined(separator: "\0")).prefix(32)
        return "file:\(file.size):\(file.modified):\(digest)"
    }
}
