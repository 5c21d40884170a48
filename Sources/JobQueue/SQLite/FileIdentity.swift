#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#else
    internal import Musl
#endif

/// The identity of a file, independent of its path and content.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// Reads the identity of the file at a path; `nil` if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
