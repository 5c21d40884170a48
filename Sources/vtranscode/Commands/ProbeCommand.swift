import ArgumentParser
import MediaModel
import Storage
import Transcoding

/// `vtranscode probe`: reports the media info of uploads.
struct ProbeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Report tracks, times, sizes and findings of uploads.",
        discussion: """
            Every packet header is read, without encoding. A bad upload does not hide the \
            results of the others.

            EXAMPLES
              vtranscode probe clip.mov
              vtranscode probe --json clip.mov | jq .video.displaySize
              vtranscode probe -- -clip.mp4    (a name that begins with a dash)
            """)

    @Argument(
        help: "Uploads: files, s3:// or https:// URLs.", completion: .file(),
        transform: Location.argument)
    var uploads: [Location]

    @Flag(help: "Print one JSON object per upload.")
    var json = false

    @OptionGroup var decoding: FormatsOption
    @OptionGroup var sandboxMode: SandboxOptions
    @OptionGroup var storage: StorageOptions
    @OptionGroup var log: LogOptions

    func run() async throws {
        var failures: [CommandStatus] = []
        let registry = try storage.registry()
        for upload in uploads {
            try Task.checkCancellation()
            do {
                let info = try await TranscodingSession(
                    measuring: upload, in: registry, formats: decoding.orModern,
                    sandboxMode: try sandboxMode.value(), logger: log.logger
                ).probe()
                let record = ProbeRecord(upload: upload.description, info: info)
                let title = uploads.count > 1 ? "\(upload):\n" : ""
                StandardStream.output.print(
                    json ? try JSONText.of(record) : title + info.description)
            } catch let error as UploadError {
                Console.shared.print(error)
                failures.append(CommandStatus(error))
            }
        }
        let status = CommandStatus(failures: failures, of: uploads.count)
        if status != .success { throw status.exitCode }
    }
}
