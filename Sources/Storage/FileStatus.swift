import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// What the system knows of a file without reading it.
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case file, folder, link, fifo, socket, device }

    public let kind: Kind

    /// In bytes.
    public let size: Int64

    /// In nanoseconds since 1970.
    let modificationTime: Int64

    let device: UInt64
    let inode: UInt64
    let linkCount: Int
    /// Permission bits, those of execution and of changed rights included.
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

    /// Looks at a path, at a link itself.
    public init(of path: String) throws(StorageError) {
        var status = stat()
        try call("lstat", path) { unsafe lstat(path, &status) }
        self.init(status)
    }

    /// Whether both are of one file, under whatever name.
    func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}
