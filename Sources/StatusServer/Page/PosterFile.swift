internal import Foundation
internal import JobModel
internal import JobQueue
internal import Storage

/// The poster of a job: of its package, or the one that its worker names while it runs.
struct PosterFile: Sendable {
    /// Bytes; a poster is a JPEG of a few hundred kilobytes.
    private static let longest = 8_000_000

    private let path: String
    private let root: RootFolder

    /// Nil unless the job runs or was completed, and may have one that is served.
    init?(of job: JobRecord, below root: ServedRoot?) {
        let file: String? =
            switch job.state {
            case .processing: JobNote(job.note)?.poster
            case .completed: JobResult(job.result)?.poster
            case .queued, .failed, .cancelled: nil
            }
        guard let root, let file else { return nil }
        path = file
        self.root = RootFolder(root.path)
    }

    /// Whether it is a regular file below the root, without a link on its way.
    var isThere: Bool { (try? RegularFile(path, below: root)) != nil }

    /// Its bytes and media type; `nil` if it is no picture that browsers show.
    func read() -> (bytes: Data, type: String)? {
        guard let file = try? RegularFile(path, below: root), file.size <= Self.longest else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(file.size))
        guard (try? file.read(at: 0, into: &bytes)) == bytes.count else { return nil }
        let data = Data(bytes)
        return Self.type(of: data).map { (data, $0) }
    }

    /// By its first bytes, never by its name: nothing else is served as a picture.
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
