import ArgumentParser
import Foundation
internal import MediaModel
import Presets
import Storage
import SystemPackage
import Transcoding

/// `vtranscode compress`: makes one smaller MP4 of an upload.
struct CompressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compress",
        abstract: "Make one smaller MP4 of an upload.",
        discussion: """
            The file is never larger than the upload: if encoding does not make it smaller, \
            the upload's own streams are copied without metadata. The result line has the size and \
            the mean XPSNR of the video; QUALITY_LIMITED tells that this is below the target.

            EXAMPLES
              vtranscode compress clip.mov --output clip.mp4
              vtranscode compress clip.mov --output small.mp4 --quality low --force
              vtranscode compress clip.mov --output clip.mp4 --quality xpsnr=41
              vtranscode compress s3://uploads/clip.mov --output s3://downloads/clip.mp4
            """)

    @Argument(help: "The upload.", completion: .file(), transform: Location.argument)
    var upload: Location

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, or an s3:// URL of an object.", valueName: "file.mp4"),
        completion: .file(extensions: ["mp4"]), transform: Location.argument)
    var output: Location

    @Option(
        help: """
            The quality: 540p (low), 720p (medium) or 1080p (high), each with a target of its own, or xpsnr=N: at most \
            1080p with a mean XPSNR of N dB, 20 to 60, such as xpsnr=38.
            """)
    var quality = Quality(.medium)

    @OptionGroup var decoding: FormatsOption
    @OptionGroup var trim: TrimOptions

    @Flag(help: "Replace an existing file or object.")
    var force = false

    @OptionGroup var resources: ResourceOptions
    @OptionGroup var storage: StorageOptions
    @OptionGroup var writes: ConditionalWritesOption
    @OptionGroup var report: ReportOptions
    @OptionGroup var log: LogOptions

    func run() async throws {
        let (preset, reporter) = (try quality.preset(decoding.formats), report.reporter())
        let registry = try storage.registry(writes)
        reporter.receive(.started(uploads: 1, bytes: FileManager.size(of: upload)))
        let result: CompressionResult
        do {
            result = try await reporter.during {
                try await Compression.compress(
                    upload, in: registry, to: output, preset: preset, trim: trim.value,
                    force: force,
                    jobs: resources.jobs,
                    memory: resources.memory, sandboxMode: try resources.sandboxMode.value(),
                    logger: log.logger
                ) { reporter.receive(.progress($0)) }
            }
        } catch let error as UploadError where error.condition == .notSmaller && quality.isLowest {
            throw error.withoutLowerQuality
        }
        if !report.quiet { StandardStream.output.print(result.text(file: output.description)) }
    }
}

extension UploadError {
    /// This error of the lowest quality, without the advice to choose a lower one.
    var withoutLowerQuality: UploadError {
        UploadError(
            code, upload, message,
            advice: "keep the upload as it is; no --quality is lower than this one",
            retryability: retryability, cause: cause)
    }
}

extension CompressionResult {
    /// `clip.mp4: 12.3 MB, 41 % of the upload's 30.1 MB, XPSNR 38.3 dB`, then the findings.
    fileprivate func text(file: String) -> String {
        let fraction = Quantity.percent(Double(bytes) / Double(max(1, uploadBytes)))
        let size =
            "\(Quantity.bytes(bytes)), \(fraction) of the upload's \(Quantity.bytes(uploadBytes))"
        let remuxed =
            wasRemuxed ? "; copied without metadata, because encoding did not make it smaller" : ""
        let quality = xpsnr.map { String(format: ", XPSNR %.1f dB", $0) } ?? ""
        let first = "\(file.printable): \(size)\(quality)\(remuxed)"
        return ([first] + findings.map { "  \($0.code): \($0.message)" }).joined(separator: "\n")
    }
}
