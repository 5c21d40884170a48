import Foundation
package import Storage
import Synchronization
package import SystemPackage

/// Uploads in memory.
///
/// An open one has a copy on disk for its descriptor, as one of a remote source would.
package final class MemoryUploadSource: UploadSource {
    struct Content {
        let bytes: [UInt8]
        let version: Int
    }

    private struct State {
        var contents: [FilePath: Content] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let folder: FilePath

    /// Creates a source.
    ///
    /// - Parameter folder: The folder for copies.
    package init(folder: FilePath) { self.folder = folder }

    /// Writes an upload, or replaces its content.
    package func write(_ bytes: [UInt8], to path: FilePath) {
        state.withLock { state in
            state.count += 1
            state.contents[path] = Content(bytes: bytes, version: state.count)
        }
    }

    package func open(_ location: Location) throws(StorageError) -> any UploadFile {
        let path = location.path ?? ""
        guard let content = content(of: path) else { throw .notFound("open", path) }
        return try MemoryUploadFile(path, content, self, copy: folder.appending(UUID().uuidString))
    }

    package func names(beside upload: Location) throws(StorageError) -> [String] {
        state.withLock { $0.contents.keys.filter { $0.parent == upload.path?.parent } }
            .compactMap { $0.lastComponent?.string }.sorted()
    }

    package func isCausedByUpload(_ error: StorageError) -> Bool { error.isNotFound }

    func content(of path: FilePath) -> Content? { state.withLock { $0.contents[path] } }
}

private final class MemoryUploadFile: UploadFile {
    private let path: FilePath
    var location: Location { Location(path) }
    let size: Int64
    let identity: UploadIdentity
    private let source: MemoryUploadSource
    private let copy: RegularFile

    init(
        _ path: FilePath, _ content: MemoryUploadSource.Content, _ source: MemoryUploadSource,
        copy: FilePath
    ) throws(StorageError) {
        try DraftFile.write(content.bytes, to: copy)
        self.path = path
        self.source = source
        self.copy = try RegularFile(copy)
        size = Int64(content.bytes.count)
        identity = UploadIdentity(
            object: path.string,
            version: UploadVersion(size: size, validator: String(content.version)))
    }

    var descriptor: Int32 { copy.descriptor }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int {
        let bytes = source.content(of: path)?.bytes ?? []
        let count = Int(min(Int64(buffer.count), max(0, size - offset)))
        guard count > 0 else { return 0 }
        guard Int(offset) + count <= bytes.count else { throw .changed("read", path) }
        buffer.copyBytes(from: bytes[Int(offset)..<Int(offset) + count])
        return count
    }

    func hasChanged() throws(StorageError) -> Bool {
        String(source.content(of: path)?.version ?? 0) != identity.version.validator
    }
}
