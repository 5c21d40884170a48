import ArgumentParser
import Foundation
import JobQueue
import Worker

/// `vtranscode watch`: submits what comes to lie in a folder.
struct WatchCommand: AsyncParsableCommand, RunsUntilTold {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Submit the uploads that come to lie in a folder.",
        discussion: """
            A file is submitted once it is whole: nobody has it open for writing, and it has stayed the \
            same for the settle time. Names that uploaders give to what they still write (.part, .tmp, \
            .crdownload, a leading dot) are left alone; captions and what is no media are skipped (-v \
            tells of them). What was submitted before is not again; uploads \
            stay where they are. Prints the job's id and the file for each.

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
        help: ArgumentHelp(
            "How long a file must stay the same (default: 5s).", valueName: "time"),
        transform: DurationText.seconds)
    var settle = 5.0

    @OptionGroup var log: LogOptions

    func run() async throws {
        _ = try preset.loadForPackages()
        let text = try JobOrder.PresetText(preset.preset)
        let (terms, output) = (try terms.value, AbsolutePath.of(output))
        let (folder, path) = (folder, AbsolutePath.of(folder))
        guard !"\(output)/".hasPrefix("\(path)/") else {
            throw ValidationError(
                "--output lies in the watched folder: packages would be watched too.")
        }
        let store = try await queue.open(mayMake: true)
        let watch = FolderWatch(path, settleTime: settle, store: store, logger: log.logger) {
            upload, key in
            var terms = terms
            terms.key = key
            return try await JobOrder(upload: upload, output: output, preset: text).request(terms)
        }
        do {
            try await watch.run { upload, submission in
                guard submission.isNew else { return }
                StandardStream.output.print("\(submission.job.id)  \(upload.printable)")
            }
        } catch let error as CocoaError {
            throw QueueError(
                .badRequest, folder, Self.words(for: error, path),
                advice: "name a folder that is there and readable")
        }
    }

    private static func words(for error: CocoaError, _ path: String) -> String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if attributes?[.type] as? FileAttributeType == .typeRegular { return "it is no folder" }
        return switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such folder"
        case .fileReadNoPermission: "this folder cannot be read: no right to"
        default: "this folder cannot be read"
        }
    }
}
