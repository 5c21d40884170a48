internal import Foundation
internal import JobModel
internal import JobQueue
internal import Storage
internal import SystemPackage

/// The poster of a job: that of its package, or a provisional one from the note of a running job.
struct PosterFile: Sendable {
    /// The largest poster, in bytes; a poster is a JPEG of a few hundred kilobytes.
    private static let maxSize = 8_000_000

    private let path: FilePath
    private let root: RootFolder

    /// Creates the poster of a running or completed job; `nil` for others, and without a media root.
    init?(of job: JobRecord, below roots: MediaRoots?) {
        let file: String? =
            switch job.state {
            case .processing: JobNote(job.note)?.poster
            case .completed: JobResult(job.result)?.poster
            case .queued, .failed, .cancelled: nil
            }
        guard let root = roots?.roots(of: job.tenant)?.outputs.folder,
            let file = file.flatMap({ try? FilePath(checking: $0) })
        else { return nil }
        path = file
        self.root = RootFolder(root.path)
    }

    /// Whether it is a regular file below the root, without symbolic links in its path.
    var isThere: Bool { (try? RegularFile(path, below: root)) != nil }

    /// Reads the content and media type; `nil` if it is not an image.
    func read() -> (bytes: Data, type: String)? {
        guard let file = try? RegularFile(path, below: root), file.size <= Self.maxSize else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(file.size))
        guard (try? file.read(at: 0, into: &bytes)) == bytes.count else { return nil }
        let data = Data(bytes)
        return Self.type(of: data).map { (data, $0) }
    }

    /// Returns the media type by the file's signature, independent of its name: other content is not served.
    private static func type(of bytes: Data) -> String? {
        if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "image/png" }
        if bytes.starts(with: Array("RIFF".utf8)),
            bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            return "image/webp"
        }
        return nil
    }
}
