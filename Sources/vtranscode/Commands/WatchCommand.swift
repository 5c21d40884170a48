import ArgumentParser
import JobModel
import JobQueue
import Logging
import Submission
import SystemPackage

/// `vtranscode watch`: submits the uploads of a folder.
struct WatchCommand: AsyncParsableCommand, RunsUntilInterrupted {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Submit new uploads in a folder.",
        discussion: """
            A file is submitted when it is complete: no process has it open for writing, and it has not \
            changed for the settle time. Temporary names of uploading programs (.part, .tmp, .crdownload, \
            a leading dot), captions, empty files, links and files that are not media are skipped (-v logs \
            them). A file is submitted once for each preset and output folder, and is not moved. The \
            command prints the id of each job and its file.

            EXAMPLES
              vtranscode watch /srv/incoming --output /srv/packages
              vtranscode watch incoming/ --output out/ --preset shorts --tenant acme
            """)

    @Argument(help: "The folder; subfolders are watched as well.", completion: .directory)
    var folder: FilePath

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder to publish packages in.", valueName: "dir"),
        completion: .directory)
    var output: FilePath

    @OptionGroup var preset: PresetOption
    @OptionGroup var terms: TermsOptions
    @OptionGroup var queue: QueueOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time for which a file must not change (default: 5s).", valueName: "time"),
        transform: DurationText.seconds)
    var settle = 5.0

    @OptionGroup var log: LogOptions

    func validate() throws {
        guard !folder.isEmpty, !output.isEmpty else {
            throw ValidationError("the path of a folder must not be empty.")
        }
        guard !AbsolutePath.of(output).starts(with: AbsolutePath.of(folder)) else {
            throw ValidationError(
                "--output must not be in the watched folder: packages would be submitted as uploads."
            )
        }
    }

    func run() async throws {
        _ = try preset.loadForPackages()
        let request = UploadWatcher.Request(
            output: AbsolutePath.of(output),
            preset: try PresetText(preset.preset, formats: preset.formats),
            terms: try terms.value)
        let store = try await queue.open(createsFile: true)
        let watcher = UploadWatcher(
            AbsolutePath.of(folder), settleTime: settle, request: request, store: store,
            logger: log.logger(quietly: .warning, isTimed: true))
        try await watcher.run { upload, submission in
            guard submission.isNew else { return }
            StandardStream.output.print("\(submission.job.id)  \(upload.string.printable)")
        }
    }
}
