import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A regular file that was opened once and is read by position; closes when it is released.
///
/// The path is never looked up again, so what is read is one file, whatever happens to its name.
public final class RegularFile: Sendable {
    public let path: String

    /// The size when it was opened, in bytes.
    public let size: Int64

    /// The modification time when it was opened, in nanoseconds since 1970.
    public let modificationTime: Int64

    /// With `inode`, which file it is, whatever its name.
    public let device: UInt64
    public let inode: UInt64

    /// How many names it has.
    public let linkCount: Int

    /// Permission bits when it was opened.
    let permissions: mode_t

    private let file: Descriptor

    /// Opens a file; a FIFO, socket or device is refused without waiting, a link is not followed.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - root: Where it must lie, without a link on the whole way from there.
    /// - Throws: `.notRegular` for anything but a regular file; `.outside` if it is not below the root.
    public convenience init(
        _ path: String, below root: RootFolder? = nil
    ) throws(StorageError) {
        try self.init(Self.opened(path, root))
    }

    /// Takes a file that is open already, by a descriptor of its own.
    ///
    /// - Throws: `.notRegular` for anything but a regular file.
    public convenience init(descriptor: Int32, path: String) throws(StorageError) {
        let copy = try call("dup", path) { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        let file = Descriptor(owning: copy, path: path)
        guard try file.status().kind == .file else {
            throw StorageError("open", path, EINVAL, kind: .notRegular)
        }
        try self.init(file)
    }

    init(_ file: consuming Descriptor) throws(StorageError) {
        let status = try file.status()
        path = file.path
        size = status.size
        modificationTime = status.modificationTime
        device = status.device
        inode = status.inode
        linkCount = status.linkCount
        permissions = status.permissions
        self.file = file
    }

    /// Whether it is the file's own fault that it could not be opened, not that of the machine or its mounts.
    ///
    /// - Parameter error: What `init` threw.
    /// - Returns: True if it is missing, no regular file or may not be read, while its folder is there and can be listed.
    public static func isToBlame(for error: StorageError) -> Bool {
        let own = [ENOENT, ENOTDIR, EACCES]
        guard error.kind == .notRegular || own.contains(error.errno) else { return false }
        do throws(StorageError) {
            _ = try Folder.names(in: parent(of: error.path))
            return true
        } catch {
            // A file stands where its folder should: no mount does that.
            return error.errno == ENOTDIR
        }
    }

    /// Valid as long as this object; reading by position leaves its offset alone.
    public var descriptor: Int32 { file.number }

    /// Whether size or modification time are no longer those of the opening.
    public func hasChanged() throws(StorageError) -> Bool {
        let status = try file.status()
        return status.size != size || status.modificationTime != modificationTime
    }

    /// Reads from a position, given in bytes, into the buffer.
    ///
    /// - Returns: The number of bytes read, less than asked for only at the end of the file, where
    ///   it is 0 from there on.
    public func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try call("pread", path) {
                unsafe pread(
                    file.number,
                    rest.baseAddress,
                    rest.count,
                    off_t(offset) + off_t(filled)
                )
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Reads from a position, given in bytes, into an array, whose size does not change.
    ///
    /// - Returns: As for the buffer.
    public func read(at offset: Int64, into bytes: inout [UInt8]) throws(StorageError) -> Int {
        var span = bytes.mutableSpan
        return try unsafe span.withUnsafeMutableBytes { buffer throws(StorageError) in
            try unsafe read(at: offset, into: buffer)
        }
    }

    /// Reads the whole file.
    public func bytes() throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let count = try read(at: 0, into: &bytes)
        return Array(bytes[..<count])
    }

    private static func opened(
        _ path: String, _ root: RootFolder?
    ) throws(StorageError) -> Descriptor {
        guard let root else { return try opened(path, path, in: AT_FDCWD) }
        let (parent, name) = split(path)
        let folder = try root.folder(parent)
        do {
            return try opened(name, path, in: folder.number)
        } catch {
            throw error.errno == ELOOP ? error.with(.outside) : error
        }
    }

    static func opened(
        _ name: String, _ path: String, in folder: Int32
    ) throws(StorageError) -> Descriptor {
        do {
            let number = try call("open", path) { unsafe vt_open_regular(folder, name) }
            return Descriptor(owning: number, path: path)
        } catch {
            let isOther = [ELOOP, EISDIR, ENXIO].contains(error.errno)
            throw isOther ? error.with(.notRegular) : error
        }
    }
}
