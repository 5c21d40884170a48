internal import Foundation
public import JobModel
public import JobQueue
public import Logging
internal import Scheduling
internal import Storage
internal import Transcoding

/// Submits the uploads that come to lie in a folder, each once it is whole.
public struct FolderWatch: Sendable {
    /// What is made of the uploads.
    public struct Purpose: Sendable {
        let output: String
        let preset: PresetText
        /// The key is each upload's own.
        let terms: SubmissionTerms

        public init(output: String, preset: PresetText, terms: SubmissionTerms) {
            self.output = output
            self.preset = preset
            self.terms = terms
        }
    }

    /// Seconds between two looks, at most; changes are looked at sooner.
    private static let interval = 5.0

    private let folder: String
    private let settleTime: Double
    private let purpose: Purpose
    private let store: any QueueStore
    private let logger: Logger

    public init(
        _ folder: String, settleTime: Double, purpose: Purpose, store: any QueueStore,
        logger: Logger
    ) {
        self.folder = folder
        self.settleTime = settleTime
        self.purpose = purpose
        self.store = store
        self.logger = logger
    }

    /// Watches until it is cancelled.
    ///
    /// - Parameter onSubmission: Told of each upload that is submitted, and whether it is new.
    /// - Throws: `QueueError.badRequest` if the folder cannot be read to begin with; later it is waited for, as a share may be away.
    public func run(onSubmission: @Sendable (String, SubmittedJob) -> Void) async throws {
        let pause = Pause()
        let bell = FolderBell(folder) { pause.end() }
        if bell == nil {
            logger.info("the system does not tell of changes: the folder is looked at every 5 s")
        }
        let look = FolderLook(folder: folder)
        var uploads = FinishedUploads(settleTime: settleTime)
        var passedOver: Set<SkippedEntry> = []
        var complaint: String?
        var found = try look.found()
        while !Task.isCancelled {
            for entry in found.skipped where !passedOver.contains(entry) { tell(entry) }
            passedOver = Set(found.skipped)
            for entry in uploads.look(at: found.entries, now: ProcessInfo.processInfo.systemUptime)
            {
                if let reason = reasonToSkip(entry) {
                    logger.info("\(entry.path) is skipped: \(reason)")
                    continue
                }
                do {
                    let submission = try await submit(entry)
                    complaint = nil
                    onSubmission("\(folder)/\(entry.path)", submission)
                } catch let error as QueueError where error.code == .badRequest {
                    // It went away, or cannot be a job: nothing will change that but a change of the file.
                    logger.warning("\(entry.path) was not submitted: \(error)")
                } catch let error as QueueError {
                    // The store is away, or the tenant has its fill: one line does for all that wait.
                    logger.log(
                        level: complaint == error.description ? .debug : .warning,
                        "\(entry.path) was not submitted yet: \(error)")
                    complaint = error.description
                    uploads.giveBack(entry)
                }
            }
            // What is settling is looked at again when it should have.
            await pause.wait(
                found.entries.isEmpty ? Self.interval : min(Self.interval, max(0.2, settleTime)))
            found = await again(look, pause) ?? found
        }
        withExtendedLifetime(bell) {}
    }

    /// Looks until there is something to be seen.
    ///
    /// - Returns: `nil` once the task is cancelled.
    private func again(_ look: FolderLook, _ pause: Pause) async -> FolderLook.Found? {
        var isTold = false
        while !Task.isCancelled {
            do {
                return try look.found()
            } catch {
                logger.log(level: isTold ? .debug : .warning, "nothing is submitted now: \(error)")
                isTold = true
                await pause.wait(Self.interval)
            }
        }
        return nil
    }

    private func reasonToSkip(_ entry: FinishedUploads.Entry) -> String? {
        entry.size > 0 ? FolderFile.reasonToSkip("\(folder)/\(entry.path)") : "it is empty"
    }

    /// Tells of what is no regular file with a name; uploads passed over in silence would be lost.
    private func tell(_ entry: SkippedEntry) {
        guard !FinishedUploads.isUnfinished(entry.path) else { return }
        switch entry.reason {
        // Moved away while the folder was looked at.
        case .unreadable(ENOENT): break
        case .unreadable:
            logger.warning("\(entry.path) is not watched: \(entry.reason); check its permissions")
        case .tooDeep:
            logger.warning("\(entry.path) is not watched: \(entry.reason); watch it by itself")
        case .nameNotUTF8:
            logger.warning("\(entry.path) is not submitted: \(entry.reason); rename it")
        default: logger.info("\(entry.path) is skipped: \(entry.reason)")
        }
    }

    private func submit(_ entry: FinishedUploads.Entry) async throws -> SubmittedJob {
        let path = "\(folder)/\(entry.path)"
        let payload = JobPayload(upload: path, output: purpose.output, preset: purpose.preset)
        var terms = purpose.terms
        terms.key = key(for: entry, payload)
        return try await store.submit(try await payload.request(terms))
    }

    /// The same state of a file, preset and output folder give the same key.
    ///
    /// It is not made of the content: a folder with a thousand films is not read through at each start.
    private func key(for entry: FinishedUploads.Entry, _ payload: JobPayload) -> String {
        let parts = [payload.upload, payload.preset.yaml, payload.output]
        let digest = UploadDigest.of(parts.joined(separator: "\0")).prefix(32)
        return "file:\(entry.size):\(entry.modified):\(digest)"
    }
}
