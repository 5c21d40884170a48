public import JobQueue
public import Logging
internal import Scheduling
public import Storage
internal import Transcoding

/// Submits the uploads below a prefix of a bucket, each when a listing has it.
///
/// An object is complete as soon as it exists. Times of objects are compared with the server's clock only.
public struct PrefixWatcher: Sendable {
    /// The times and the order of listings.
    public struct Settings: Sendable, Hashable {
        /// The time from the start of a listing to that of the next one, in seconds.
        public var interval: Double
        /// The time before the start of the previous listing from which changes are looked for, in seconds.
        ///
        /// Servers that date an object by the start of its multipart upload need a time that is longer than uploads last.
        public var lookback: Double
        /// Whether each new key sorts after all earlier ones, so that listings begin after the last key.
        public var hasOrderedKeys: Bool

        public init(
            interval: Double = 30, lookback: Double = 600, hasOrderedKeys: Bool = false
        ) {
            self.interval = interval
            self.lookback = lookback
            self.hasOrderedKeys = hasOrderedKeys
        }
    }

    /// The position of the watcher between two listings.
    private struct Progress {
        /// The start of the last complete listing by the server's clock, in seconds since 1970; `nil` before it.
        var start: Double?
        /// The last processed object of ordered keys; `nil` before it.
        var last: Location?
        /// Whether any listing had a page.
        var isReadable = false
        let recent = RecentObjects()
    }

    private let prefix: Location
    private let settings: Settings
    private let request: WatchRequest
    private let storage: StorageRegistry
    private let store: any QueueStore
    private let logger: Logger

    public init(
        _ prefix: Location, settings: Settings = Settings(), request: WatchRequest,
        storage: StorageRegistry, store: any QueueStore, logger: Logger
    ) {
        self.prefix = prefix
        self.settings = settings
        self.request = request
        self.storage = storage
        self.store = store
        self.logger = logger
    }

    /// Watches the prefix until the task is cancelled.
    ///
    /// A listing that fails is repeated from its start, with the same times: no object is left out.
    ///
    /// - Parameter onSubmission: Receives the location of each submitted upload, and the submission's outcome.
    /// - Throws: `StorageError` if the prefix cannot be listed at the start.
    public func run(onSubmission: @Sendable (Location, SubmittedJob) -> Void) async throws {
        let stop = Cancellation()
        try await withTaskCancellationHandler {
            var progress = Progress()
            var log = FailureLog(logger)
            let (clock, pause) = (ContinuousClock(), Pause())
            while !Task.isCancelled {
                let start = clock.now
                do {
                    try await list(&progress, until: stop, &log, onSubmission)
                } catch  where Task.isCancelled {
                    return
                } catch  where progress.isReadable {
                    log.report(
                        "could not list prefix, retrying",
                        ["prefix": "\(prefix)", "error": "\(error)"])
                }
                let elapsed = (clock.now - start) / .seconds(1)
                await pause.wait(max(0, settings.interval - elapsed))
            }
        } onCancel: {
            stop.cancel()
        }
    }

    private func list(
        _ progress: inout Progress, until stop: Cancellation, _ log: inout FailureLog,
        _ onSubmission: (Location, SubmittedJob) -> Void
    ) async throws {
        let listing = try storage.listing(
            below: prefix, after: settings.hasOrderedKeys ? progress.last : nil
        ) { stop.isCancelled }
        var reader = PrefixReader(PrefixUploads(listing, output: request.output, in: storage))
        let recent = progress.recent
        let oldest = settings.hasOrderedKeys ? nil : progress.start.map { $0 - settings.lookback }
        while let entry = try await reader.next(
            where: { entry in
                entry.modified >= oldest ?? -.infinity && !recent.renew(entry)
            },
            onSkip: { [logger] entry, reason in
                recent.insert(entry)
                Self.log(entry, reason, to: logger)
            })
        {
            progress.isReadable = true
            if let reason = Self.reasonToSkip(entry) {
                Self.log(entry, reason, to: logger)
            } else if let job = try await submit(entry, &log) {
                onSubmission(entry.location, job)
            }
            let next = reader.uploads.startTime.map { $0 - settings.lookback }
            if entry.modified >= next ?? -.infinity { recent.insert(entry) }
            progress.last = entry.location
        }
        progress.isReadable = true
        progress.start = reader.uploads.startTime ?? progress.start
        progress.last = reader.uploads.position ?? progress.last
        recent.endListing()
        if reader.uploads.unnamedCount > 0 {
            log.report(
                "keys with control characters skipped",
                ["prefix": "\(prefix)", "advice": "rename these objects"])
        }
    }

    private static func reasonToSkip(_ entry: ObjectListing.Entry) -> String? {
        if entry.size == 0 { return "it is empty" }
        return StableFileDetector.isTemporary(entry.location.fileName)
            ? "its name is that of an unfinished file" : nil
    }

    private static func log(_ entry: ObjectListing.Entry, _ reason: String, to logger: Logger) {
        logger.info(
            "object skipped", metadata: ["upload": "\(entry.location)", "reason": "\(reason)"])
    }

    /// Submits an upload, again as long as the queue or the bucket is unavailable.
    ///
    /// - Returns: `nil` if the upload cannot become a job.
    /// - Throws: `CancellationError` if the task is cancelled.
    private func submit(
        _ entry: ObjectListing.Entry, _ log: inout FailureLog
    ) async throws -> SubmittedJob? {
        let pause = Pause()
        while true {
            try Task.checkCancellation()
            let failure: QueueError
            do {
                let job = try await request.payload(of: entry.location)
                    .requestByVersion(request.terms, from: storage)
                let submitted = try await store.submit(job)
                log.reset()
                return submitted
            } catch let error as QueueError {
                failure = error
            }
            let metadata: Logger.Metadata = [
                "upload": "\(entry.location)", "error": "\(failure)",
            ]
            guard Self.isTransient(failure) else {
                // The object was removed or cannot become a job: only a change of the object changes that.
                logger.warning("could not submit upload", metadata: metadata)
                return nil
            }
            log.report("could not submit upload, retrying", metadata)
            await pause.wait(settings.interval)
        }
    }

    private static func isTransient(_ error: QueueError) -> Bool {
        guard error.code == .badRequest else { return true }
        guard case .object(let reason)? = (error.cause as? StorageError)?.kind else { return false }
        return reason.isTransient
    }
}

/// Logs a failure that repeats as one warning.
private struct FailureLog {
    private let logger: Logger
    private var last: String?

    init(_ logger: Logger) { self.logger = logger }

    mutating func report(_ message: Logger.Message, _ metadata: Logger.Metadata) {
        let text = "\(message) \(metadata["error"] ?? "")"
        logger.log(
            level: text == last ? .debug : .warning, message, metadata: metadata)
        last = text
    }

    /// Forgets the last failure, after a success.
    mutating func reset() { last = nil }
}
