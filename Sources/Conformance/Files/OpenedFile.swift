import Foundation
import Storage
import SystemPackage

/// A file of a package whose size is known.
///
/// Local files have no descriptor between two reads, since a batch has more files than a process may have descriptors.
struct OpenedFile: Sendable {
    private enum Source: Sendable {
        case path(FilePath)
        case published(PublishedFile)
    }

    /// The file, at the location that redirects led to.
    let file: PackageFile
    /// In bytes.
    let size: Int64
    /// Whether a web server sends more bytes than the limit, and no ranges.
    let isTooLong: Bool
    private let source: Source

    /// The path of a local file; `nil` for others.
    var path: FilePath? { if case .path(let path) = source { path } else { nil } }

    /// Returns a path with the targets of its links.
    static func resolved(_ path: FilePath) -> FilePath {
        FilePath(URL(filePath: path.string).resolvingSymlinksInPath().path)
    }

    /// Opens a local file, or the target of a link, which its `path` names.
    init(_ file: PackageFile, at path: FilePath) throws(StorageError) {
        let resolved = Self.resolved(path)
        self.file = file
        size = try RegularFile(resolved).size
        (isTooLong, source) = (false, .path(resolved))
    }

    /// Takes a file of a bucket or a web server.
    init(_ file: PackageFile, _ published: PublishedFile) {
        self.file = PackageFile(
            name: file.name, location: published.location, query: file.query,
            allowsPrivate: file.allowsPrivate && !published.isPublic)
        (size, isTooLong) = (published.size, published.isTooLong)
        source = .published(published)
    }

    /// Reads a part; fewer bytes at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
        switch source {
        case .published(let file): return try file.bytes(at: offset, count: count)
        case .path(let path):
            let file = LocalUploadFile(try RegularFile(path))
            let available = max(0, min(Int64(count), file.size - offset))
            var bytes = [UInt8](repeating: 0, count: Int(available))
            let filled = try file.read(at: offset, into: &bytes)
            bytes.removeLast(bytes.count - filled)
            return bytes
        }
    }
}
