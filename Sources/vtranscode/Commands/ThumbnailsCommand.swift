import ArgumentParser
import Storage
import SystemPackage
import Transcoding

/// `vtranscode thumbnails`: makes the poster and the storyboard of an upload.
struct ThumbnailsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails",
        abstract: "Make the poster and the storyboard of an upload.",
        discussion: """
            EXAMPLES
              vtranscode thumbnails clip.mov --output thumbnails/
              vtranscode thumbnails s3://uploads/clip.mov --output s3://images/clip/
            """)

    @Argument(help: "The upload.", completion: .file(), transform: Location.argument)
    var upload: Location

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The folder to write to, created if it does not exist; or an s3:// URL of a prefix.",
            valueName: "dir"),
        completion: .directory, transform: Location.argument)
    var output: Location

    @Flag(help: "Replace existing files or objects.")
    var force = false

    @OptionGroup var decoding: FormatsOption
    @OptionGroup var resources: ResourceOptions
    @OptionGroup var storage: StorageOptions
    @OptionGroup var writes: ConditionalWritesOption
    @OptionGroup var log: LogOptions

    func run() async throws {
        let files = try await ThumbnailExtraction.extract(
            upload, in: try storage.registry(writes), to: output, formats: decoding.orModern,
            jobs: resources.jobs,
            memory: resources.memory, force: force, sandboxMode: try resources.sandboxMode.value(),
            logger: log.logger)
        StandardStream.output.print(files.map(\.description.printable).joined(separator: "\n"))
    }
}
