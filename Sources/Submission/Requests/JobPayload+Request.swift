internal import Foundation
public import JobModel
public import JobQueue
internal import MediaModel
internal import MediaUnits
internal import Scheduling
internal import Storage
internal import Transcoding

extension JobPayload {
    /// The payload of a job whose package may have any name; the name becomes one that is safe in a URL.
    public init(
        upload: String, output: String, root: String? = nil, packageName: String?,
        preset: PresetText, trim: TrimRange = TrimRange()
    ) {
        self.init(
            upload: upload, output: output, root: root, name: packageName.map(UploadName.safe),
            preset: preset, trim: trim)
    }

    /// The request for this job; reads the upload through where no key is given.
    ///
    /// - Throws: `QueueError.badRequest` if the upload cannot be read, or no package can ever go where it should;
    ///   `CancellationError` soon after the task is cancelled.
    public func request(_ terms: SubmissionTerms) async throws -> JobRequest {
        let size = try await Self.files.run { _ in
            try checkOutput()
            return try fileSize()
        }
        var (payload, key) = (self, terms.key)
        if key == nil {
            payload.sha256 = try await digest()
            key = try await Self.files.run { [payload] _ in try payload.contentKey() }
        }
        return JobRequest(
            tenant: terms.tenant, key: key ?? "", priority: terms.priority,
            payload: try payload.json,
            tasks: [NewTask(kind: TaskKind.transcode.rawValue, cost: Self.cost(bytes: size))],
            delay: terms.delay, webhook: terms.webhook)
    }

    /// They may lie on a share that does not answer, for which Swift's own threads must not wait.
    private static let files = BlockingPool(label: "vtranscode.submission")

    /// CPU seconds, as far as a file's size tells: phones write about 2 MB a second of video, which takes some two seconds to encode.
    private static func cost(bytes: Int) -> Double { 1 + Double(bytes) / 1_000_000 }

    private func fileSize() throws -> Int {
        let values = try? URL(fileURLWithPath: upload).resourceValues(forKeys: [
            .fileSizeKey, .isRegularFileKey,
        ])
        guard values?.isRegularFile == true, let size = values?.fileSize else {
            throw unreadable
        }
        return size
    }

    /// What stands in the way of reading the upload.
    private var unreadable: QueueError {
        let (reason, advice) =
            switch Result(catching: { try FileManager.default.attributesOfItem(atPath: upload) }) {
            case .success(let attributes): Self.obstacle(attributes[.type] as? FileAttributeType)
            case .failure(let error as CocoaError) where error.code == .fileReadNoPermission:
                ("its folder cannot be searched", "give the right to")
            case .failure:
                ("there is no such file", "check the path; workers must see the same file there")
            }
        return QueueError(.badRequest, upload, reason, advice: advice)
    }

    private static func obstacle(_ type: FileAttributeType?) -> (reason: String, advice: String) {
        switch type {
        case .typeRegular?: ("it cannot be read", "give the right to, here and to the workers")
        case .typeDirectory?: ("it is a folder", "name the files in it, or use vtranscode watch")
        case .typeSymbolicLink?: ("it is a link", "name the file that it leads to")
        default: ("it is no regular file", "copy it into one")
        }
    }

    private func checkOutput() throws {
        func refusal(_ reason: String) -> QueueError {
            QueueError(
                .badRequest, output, reason, advice: "name a folder that is there or can be made")
        }
        guard PathText.isAbsolute(output) else {
            throw refusal("the output is no folder's whole path")
        }
        // As Linux and macOS have it for file systems in use.
        guard PathText.names(output).allSatisfy({ $0.utf8.count <= 255 }),
            output.utf8.count < 3000
        else { throw refusal("the output's path is too long") }
        var nearest = output
        while !FileManager.default.fileExists(atPath: nearest) {
            nearest = PathText.parent(nearest)
        }
        let values = try? URL(fileURLWithPath: nearest).resolvingSymlinksInPath()
            .resourceValues(forKeys: [.isDirectoryKey])
        guard values?.isDirectory == true else { throw refusal("\(nearest) is no folder") }
    }

    /// The same upload, captions, preset and place give the same key, wherever the upload lies.
    private func contentKey() throws -> String {
        let captions: [String]
        do {
            captions = try SideCarFolder.identities(beside: upload, below: root)
        } catch {
            throw QueueError(.badRequest, upload, error.reason, advice: error.advice)
        }
        let parts =
            [preset.yaml, output, name ?? "", "\(trim.from) \(trim.to?.description ?? "")"]
            + captions + [sha256 ?? ""]
        return "content:" + UploadDigest.of(parts.joined(separator: "\0"))
    }

    private func digest() async throws -> String {
        do {
            return try await UploadDigest.of(
                contentOf: upload, below: root.map(RootFolder.init))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw unreadable
        }
    }
}
