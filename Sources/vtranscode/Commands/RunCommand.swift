import ArgumentParser
import Presets
import Storage
import SystemPackage
import Transcoding

/// `vtranscode run`: packages uploads as HLS.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Package uploads as HLS, and publish the packages.",
        discussion: """
            Folders are walked; files in them that are not media are skipped. A package that was \
            made from the same upload and preset is left unchanged. The next run resumes an \
            interrupted one. --from, --to and --cue apply to each upload.

            EXAMPLES
              vtranscode run uploads/ --output out/
              vtranscode run clip.mov --output out/ --name holiday
              vtranscode run uploads/ --output out/ --jobs 4 --memory 4G
              vtranscode run talk.mp4 --output out/ --from 1:30 --to 45:00
              vtranscode run show.mp4 --output out/ --cue 0 --cue 10:00,id=b1,duration=30s
              vtranscode run uploads/ --output out/ --events ndjson | jq .
              vtranscode run s3://uploads/new/ --output s3://packages/videos
            """)

    @Argument(
        help: "Uploads: files or folders, s3:// or https:// URLs.", completion: .file(),
        transform: Location.argument)
    var uploads: [Location]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The folder to publish packages in, created if it does not exist, or an s3:// URL of a prefix.",
            valueName: "dir"),
        completion: .directory, transform: Location.argument)
    var output: Location

    @Option(help: "The package's name, for a single upload (default: from the file's name).")
    var name: String?

    @OptionGroup var preset: PresetOption
    @OptionGroup var trim: TrimOptions
    @OptionGroup var cue: CuePointOptions
    @OptionGroup var resources: ResourceOptions
    @OptionGroup var storage: StorageOptions
    @OptionGroup var writes: ConditionalWritesOption

    @Flag(help: "Encode everything anew, and replace existing packages of folders.")
    var force = false

    @Flag(help: "Decode and check each package before it is published.")
    var verify = false

    @Option(
        help: "Write events to standard output, one JSON object per line, instead of the table.")
    var events: EventFormat?

    @OptionGroup var report: ReportOptions
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard let name else { return }
        guard !name.isEmpty else { throw ValidationError("--name is empty.") }
        guard uploads.count == 1 else {
            throw ValidationError("--name is for a single upload; \(uploads.count) were given.")
        }
    }

    func run() async throws {
        DescriptorLimit.raise()
        let options = RunOptions(
            storage: try storage.registry(writes), output: output, name: name,
            preset: try preset.loadForPackages().adding(cue.cuePoints), trim: trim.value,
            jobs: resources.jobs,
            memory: resources.memory, force: force,
            verifies: verify, sandboxMode: try resources.sandboxMode.value())
        let reporter: any RunReporter =
            events == nil ? report.reporter() : EventReporter(StandardStream.output, .shared)
        let (skipped, stopwatch) = (SkippedFiles(), Stopwatch())
        let outcome = try await reporter.during {
            try await Pipeline(options, logger: log.logger).run(uploads) { event in
                skipped.receive(event)
                reporter.receive(event)
            }
        } status: {
            CommandStatus($0)
        }
        if events == nil, !report.quiet {
            let table = ResultTable(
                results: outcome.results, skipped: skipped.files, elapsed: stopwatch.elapsed())
            StandardStream.output.print(table.text)
        }
        if let failure = outcome.sandboxFailure { throw failure }
        if let failure = outcome.indexFailure { throw failure }
        let status = CommandStatus(outcome)
        if status != .success { throw status.exitCode }
    }
}
