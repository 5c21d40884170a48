internal import Foundation
public import JobQueue
public import Logging
internal import Transcoding

/// Submits the uploads that come to lie in a folder, each once it is whole.
public struct FolderWatch: Sendable {
    /// Seconds between two looks, at most; changes are looked at sooner.
    private static let interval = 5.0

    private let folder: String
    private let settleTime: Double
    private let store: any QueueStore
    private let logger: Logger
    /// Makes the request for an upload, by its path and a key that names this state of the file.
    private let request: @Sendable (_ path: String, _ key: String) async throws -> JobRequest

    public init(
        _ folder: String, settleTime: Double, store: any QueueStore, logger: Logger,
        request: @escaping @Sendable (_ path: String, _ key: String) async throws -> JobRequest
    ) {
        self.folder = folder
        self.settleTime = settleTime
        self.store = store
        self.logger = logger
        self.request = request
    }

    /// Watches until it is cancelled.
    ///
    /// - Parameter onSubmission: Told of each upload that is submitted, and whether it is new.
    /// - Throws: If the folder cannot be read.
    public func run(onSubmission: @Sendable (String, Submission) -> Void) async throws {
        let pause = Pause()
        let bell = FolderBell(folder) { pause.end() }
        if bell == nil {
            logger.info("the system does not tell of changes: the folder is looked at every 5 s")
        }
        let look = FolderLook(folder: folder)
        var uploads = FinishedUploads(settleTime: settleTime)
        while !Task.isCancelled {
            let found = try look.entries()
            for entry in uploads.look(at: found, now: ProcessInfo.processInfo.systemUptime) {
                if let reason = FolderFile.reasonToSkip("\(folder)/\(entry.path)") {
                    logger.info("\(entry.path) is skipped: \(reason)")
                    continue
                }
                do {
                    let submission = try await submit(entry)
                    onSubmission("\(folder)/\(entry.path)", submission)
                } catch let error as QueueError where error.code == .badRequest {
                    // It went away, or cannot be a job: nothing will change that but a change of the file.
                    logger.warning("\(entry.path) was not submitted: \(error)")
                } catch let error as QueueError {
                    logger.warning("\(entry.path) was not submitted yet: \(error)")
                    uploads.giveBack(entry)
                }
            }
            // What is settling is looked at again when it should have.
            await pause.wait(
                found.isEmpty ? Self.interval : min(Self.interval, max(0.2, settleTime)))
        }
        withExtendedLifetime(bell) {}
    }

    private func submit(_ entry: FinishedUploads.Entry) async throws -> Submission {
        // Not by content: a folder with a thousand films is not read through at each start.
        let path = "\(folder)/\(entry.path)"
        let key = "file:\(entry.size):\(entry.modified):\(UploadDigest.of(path).prefix(32))"
        return try await store.submit(try await request(path, key))
    }
}
