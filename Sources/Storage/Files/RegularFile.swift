import CPlatform
public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A regular file that was opened once and is read by position, closed when it is released.
///
/// The path is not resolved again: one file is read, even if it is renamed.
public final class RegularFile: Sendable {
    public let path: FilePath

    /// The size when it was opened, in bytes.
    public let size: Int64

    /// The modification time when it was opened, in nanoseconds since 1970.
    public let modificationTime: Int64

    /// The device number; with `inode`, the identity of the file.
    public let device: UInt64
    public let inode: UInt64

    /// The number of names (hard links) of the file.
    public let linkCount: Int

    /// The permission bits when the file was opened.
    let permissions: mode_t

    private let file: Descriptor

    /// Opens a file.
    ///
    /// A link is not followed; a FIFO, socket or device is an error, without waiting.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - root: The folder that the file must lie below, without a link on the way from there.
    /// - Throws: `.notRegular` for anything but a regular file; `.outside` if it is not below the root.
    public convenience init(
        _ path: FilePath, below root: RootFolder? = nil
    ) throws(StorageError) {
        try self.init(Self.opened(path, root))
    }

    /// Duplicates the descriptor of an open file.
    ///
    /// - Throws: `.notRegular` for anything but a regular file.
    public convenience init(descriptor: Int32, path: FilePath) throws(StorageError) {
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

    /// The descriptor, valid as long as this object; reading by position does not change its offset.
    public var descriptor: Int32 { file.number }

    /// Returns whether size or modification time have changed since the file was opened.
    public func hasChanged() throws(StorageError) -> Bool {
        let status = try file.status()
        return status.size != size || status.modificationTime != modificationTime
    }

    /// Reads from a position, given in bytes, into the buffer.
    ///
    /// - Returns: The number of bytes, smaller than the buffer only at the end of the file; 0 behind it.
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
    /// - Returns: The number of bytes, smaller than the array only at the end of the file; 0 behind it.
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
        _ path: FilePath, _ root: RootFolder?
    ) throws(StorageError) -> Descriptor {
        guard let root else { return try opened(path, path, in: AT_FDCWD) }
        let folder = try root.folder(path.parent)
        do {
            // A path without a name is that of no file.
            let name = path.lastComponent.map { FilePath(root: nil, components: $0) }
            return try opened(name ?? "", path, in: folder.number)
        } catch {
            throw error.errno == ELOOP ? error.with(.outside) : error
        }
    }

    static func opened(
        _ name: FilePath, _ path: FilePath, in folder: Int32
    ) throws(StorageError) -> Descriptor {
        do {
            let number = try call("open", path) {
                unsafe name.withPlatformString { unsafe vt_open_regular(folder, $0) }
            }
            return Descriptor(owning: number, path: path)
        } catch {
            let isOther = [ELOOP, EISDIR, ENXIO].contains(error.errno)
            throw isOther ? error.with(.notRegular) : error
        }
    }
}
