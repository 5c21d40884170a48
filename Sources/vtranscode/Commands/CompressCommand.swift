import ArgumentParser
import Foundation
internal import MediaModel
import Presets
import Transcoding

/// `vtranscode compress`: makes one smaller MP4 of an upload.
struct CompressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compress",
        abstract: "Make one smaller MP4 of an upload.",
        discussion: """
            The file is never larger than the upload: where encoding does not help, the \
            upload's own streams are put into the file, without its metadata.

            EXAMPLES
              vtranscode compress clip.mov --output clip.mp4
              vtranscode compress clip.mov --output small.mp4 --quality low --force
            """)

    @Argument(help: "An upload.", completion: .file())
    var upload: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write.", valueName: "file.mp4"),
        completion: .file(extensions: ["mp4"]))
    var output: String

    @Option(help: "What to aim at: 540p, 720p or 1080p.")
    var quality = Quality.medium

    @OptionGroup var decoding: FormatsOption
    @OptionGroup var part: TrimOptions

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup var resources: ResourceOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var log: LogOptions

    func run() async throws {
        let (preset, reporter) = (try quality.preset(decoding.formats), report.reporter())
        reporter.receive(.started(uploads: 1, bytes: FileManager.size(ofFile: upload)))
        let result = try await reporter.during {
            try await Compression.compress(
                upload, to: output, preset: preset, trim: part.trim, force: force,
                jobs: resources.jobs,
                memory: resources.memory, sandboxMode: try resources.sandboxMode.value(),
                logger: log.logger
            ) { reporter.receive(.progress($0)) }
        }
        if !report.quiet { StandardStream.output.print(result.text(file: output)) }
    }
}

extension CompressionResult {
    /// `clip.mp4: 12.3 MB, 41 % of the upload's 30.1 MB`, then the notices.
    fileprivate func text(file: String) -> String {
        let share = Quantity.percent(Double(bytes) / Double(max(1, uploadBytes)))
        let size =
            "\(Quantity.bytes(bytes)), \(share) of the upload's \(Quantity.bytes(uploadBytes))"
        let remuxed = wasRemuxed ? "; remuxed without metadata, as encoding made it no smaller" : ""
        let first = "\(file.printable): \(size)\(remuxed)"
        return ([first] + notices.map { "  \($0.code): \($0.message)" }).joined(separator: "\n")
    }
}
