internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Uploads in folders of this host, or of a file server.
public struct LocalUploadSource: UploadSource {
    private let root: RootFolder?

    /// Creates a source.
    ///
    /// - Parameter root: The folder that uploads must lie below, without a link on the way from there.
    public init(below root: RootFolder? = nil) { self.root = root }

    public func open(_ location: Location) throws(StorageError) -> any UploadFile {
        LocalUploadFile(try RegularFile(path(of: location, for: "open"), below: root))
    }

    public func names(beside upload: Location) throws(StorageError) -> [String] {
        do {
            return try Folder.names(in: path(of: upload, for: "list folder").parent)
        } catch {
            guard error.isNotFound else { throw error }
            return []
        }
    }

    private func path(
        of location: Location, for operation: String
    ) throws(StorageError) -> FilePath {
        guard let path = location.path else {
            throw StorageError(operation, location, EINVAL, kind: .notAPath)
        }
        return path
    }

    /// A file that is missing in a folder that can be listed was removed; one that is missing with its folder may be on a file
    /// system that is not mounted.
    public func isCausedByUpload(_ error: StorageError) -> Bool {
        let own = [ENOENT, ENOTDIR, EACCES]
        guard error.kind == .notRegular || own.contains(error.errno) else { return false }
        do throws(StorageError) {
            _ = try Folder.names(in: error.path.parent)
            return true
        } catch {
            // A file has the path of the folder: no mount does that.
            return error.errno == ENOTDIR
        }
    }
}

/// An open file of a local source.
public final class LocalUploadFile: UploadFile {
    private let file: RegularFile

    public init(_ file: RegularFile) { self.file = file }

    public var location: Location { Location(file.path) }
    public var size: Int64 { file.size }
    public var descriptor: Int32 { file.descriptor }

    public var identity: UploadIdentity {
        UploadIdentity(
            object: "\(file.device) \(file.inode)",
            version: UploadVersion(size: file.size, validator: String(file.modificationTime)))
    }

    public func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int {
        let expected = Int(min(Int64(buffer.count), max(0, size - offset)))
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<expected])
        let count = try unsafe file.read(at: offset, into: rest)
        guard count == expected else { throw .changed("read", file.path) }
        return count
    }

    public func hasChanged() throws(StorageError) -> Bool { try file.hasChanged() }
}
