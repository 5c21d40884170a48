import ArgumentParser
import JobModel
import JobQueue
import Logging
import Storage
import Submission
import SystemPackage

/// `vtranscode watch`: submits the uploads of a folder or of a prefix of a bucket.
struct WatchCommand: AsyncParsableCommand, RunsUntilInterrupted {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Submit new uploads in a folder or below a prefix of a bucket.",
        discussion: """
            A file is submitted when it is complete: no process has it open for writing, and it has not \
            changed for the settle time. Temporary names of uploading programs (.part, .tmp, .crdownload, \
            a leading dot), captions, empty files, links and files that are not media are skipped (-v logs \
            them). A file is submitted once for each preset and output folder, and is not moved. The \
            command prints the id of each job and its file. A prefix of a bucket is listed at intervals; \
            each version of an object is submitted once.

            EXAMPLES
              vtranscode watch /srv/incoming --output /srv/packages
              vtranscode watch incoming/ --output out/ --preset shorts --tenant acme
              vtranscode watch s3://uploads/incoming/ --output s3://packages/videos
            """)

    @Argument(
        help:
            "The folder, whose subfolders are watched as well; or an s3:// URL of a prefix.",
        completion: .directory, transform: Location.argument)
    var folder: Location

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The folder to publish packages in, or an s3:// URL of a prefix.", valueName: "dir"),
        completion: .directory, transform: Location.argument)
    var output: Location

    @OptionGroup var preset: PresetOption
    @OptionGroup var terms: TermsOptions
    @OptionGroup var queue: QueueOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time for which a file must not change (default: 5s).", valueName: "time"),
        transform: DurationText.seconds)
    var settle: Double?

    @OptionGroup var listings: ListingOptions
    @OptionGroup var storage: StorageOptions
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard !folder.text.isEmpty, !output.text.isEmpty else {
            throw ValidationError("the path of a folder must not be empty.")
        }
        guard !folder.isOnWebServer, !output.isOnWebServer else {
            throw ValidationError("web servers have no folders; name a folder or an s3:// URL.")
        }
        guard !output.absolute.isBelow(folder.absolute) else {
            throw ValidationError(
                "--output must not be in the watched folder: packages would be submitted as uploads."
            )
        }
        if folder.path == nil, settle != nil {
            throw ValidationError("--settle is for folders; an object is complete when it exists.")
        }
        if folder.path != nil, listings.areSet {
            throw ValidationError(
                "--interval, --lookback and --ordered-keys are for s3:// URLs.")
        }
    }

    func run() async throws {
        _ = try preset.loadForPackages()
        let request = WatchRequest(
            output: output.absolute,
            preset: try PresetText(preset.preset, formats: preset.formats),
            terms: try terms.value)
        let registry = try storage.registry()
        let store = try await queue.open(createsFile: true)
        let logger = log.logger(quietly: .warning, isTimed: true)
        guard let path = folder.absolute.path else {
            let watcher = PrefixWatcher(
                folder, settings: listings.settings, request: request, storage: registry,
                store: store, logger: logger)
            return try await watcher.run { print($1, of: $0.description) }
        }
        let watcher = UploadWatcher(
            path, settleTime: settle ?? 5, request: request, store: store, logger: logger)
        try await watcher.run { print($1, of: $0.string) }
    }

    private func print(_ submission: SubmittedJob, of upload: String) {
        guard submission.isNew else { return }
        StandardStream.output.print("\(submission.job.id)  \(upload.printable)")
    }
}
