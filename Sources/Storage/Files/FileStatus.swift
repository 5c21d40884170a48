import CPlatform
public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The status of a file, without its content.
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case file, folder, link, fifo, socket, device }

    public let kind: Kind

    /// The size, in bytes.
    public let size: Int64

    /// The modification time, in nanoseconds since 1970.
    package let modificationTime: Int64

    let device: UInt64
    let inode: UInt64
    let linkCount: Int
    /// The permission bits, with those for execution, set-user-ID, set-group-ID and sticky.
    let permissions: mode_t

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            default: .device
            }
        size = Int64(status.st_size)
        modificationTime = unsafe withUnsafePointer(to: status) {
            unsafe vt_modification_time($0)
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        linkCount = Int(status.st_nlink)
        permissions = status.st_mode & 0o7777
    }

    /// Reads the status of a path; of a link, not of its target.
    public init(of path: FilePath) throws(StorageError) {
        var status = stat()
        try call("lstat", at: path) { unsafe lstat($0, &status) }
        self.init(status)
    }

    /// Returns whether both belong to one file, under any names.
    func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}
