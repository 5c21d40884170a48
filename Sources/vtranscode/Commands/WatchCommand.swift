import ArgumentParser
import JobModel
import JobQueue
import Logging
import Submission

/// `vtranscode watch`: submits what comes to lie in a folder.
struct WatchCommand: AsyncParsableCommand, RunsUntilTold {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Submit the uploads that come to lie in a folder.",
        discussion: """
            A file is submitted once it is whole: nobody has it open for writing, and it has stayed the \
            same for the settle time. Names that uploaders give to what they still write (.part, .tmp, \
            .crdownload, a leading dot) are left alone; captions, empty files, links and what is no media \
            are skipped (-v tells of them). What was submitted before is not again, unless for another \
            preset or output folder; uploads stay where they are. Prints the job's id and the file for each.

            EXAMPLES
              vtranscode watch /srv/incoming --output /srv/packages
              vtranscode watch incoming/ --output out/ --preset shorts --tenant acme
            """)

    @Argument(help: "The folder; folders in it are watched too.", completion: .directory)
    var folder: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder to publish packages in.", valueName: "dir"),
        completion: .directory)
    var output: String

    @OptionGroup var preset: PresetOption
    @OptionGroup var terms: TermsOptions
    @OptionGroup var queue: QueueOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long a file must stay the same (default: 5s).", valueName: "time"),
        transform: DurationText.seconds)
    var settle = 5.0

    @OptionGroup var log: LogOptions

    func validate() throws {
        guard !"\(AbsolutePath.of(output))/".hasPrefix("\(AbsolutePath.of(folder))/") else {
            throw ValidationError(
                "--output lies in the watched folder: packages would be watched too.")
        }
    }

    func run() async throws {
        _ = try preset.loadForPackages()
        let purpose = FolderWatch.Purpose(
            output: AbsolutePath.of(output),
            preset: try PresetText(preset.preset, formats: preset.formats),
            terms: try terms.value)
        let store = try await queue.open(mayMake: true)
        let watch = FolderWatch(
            AbsolutePath.of(folder), settleTime: settle, purpose: purpose, store: store,
            logger: log.logger(quietly: .warning, isTimed: true))
        try await watch.run { upload, submission in
            guard submission.isNew else { return }
            StandardStream.output.print("\(submission.job.id)  \(upload.printable)")
        }
    }
}
