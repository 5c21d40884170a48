#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A file operation that failed: which, on what, why.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a caller may want to tell apart without knowing system error numbers.
    public enum Kind: Hashable, Sendable {
        /// Nothing but the system's own reason.
        case system

        /// Another process, or another holder in this one, has the folder.
        case locked

        /// Something is there already that was not to be replaced.
        case exists

        /// The file system cannot exchange two folders atomically.
        case exchangeUnsupported

        /// A folder, link, FIFO, socket or device in the place of a file.
        case notRegular

        /// A path that leads out of the folder which it must stay below, or a link on its way.
        case outside
    }

    public let kind: Kind

    /// What was attempted: "rename".
    public let operation: String

    public let path: String

    /// The system's error number: `ENOSPC`.
    public let errno: Int32

    init(_ operation: String, _ path: String, _ errno: Int32, kind: Kind = .system) {
        self.kind = kind
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// No space is left, on the disk or in the user's quota.
    public var isDiskFull: Bool { errno == ENOSPC || errno == EDQUOT }

    /// Nothing is there, nothing that this process may use, or something else: no fault of the disk or of its server.
    public var isNotFound: Bool {
        switch kind {
        case .notRegular, .outside: true
        case .locked, .exists, .exchangeUnsupported: false
        case .system:
            [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(errno)
        }
    }

    /// The file would be larger than this process may write.
    public var isTooLarge: Bool { errno == EFBIG }

    public var description: String { "\(path): \(operation): \(reason)" }

    private var reason: String {
        switch kind {
        case .system: systemReason(errno)
        case .locked: "in use by another run"
        case .exists: "exists already"
        case .exchangeUnsupported: "this file system cannot exchange two folders atomically"
        case .outside: "a link, or not below its root"
        case .notRegular: errno == EISDIR ? "a folder, no file" : "not a regular file"
        }
    }

    func with(_ kind: Kind) -> StorageError {
        StorageError(operation, path, errno, kind: kind)
    }
}
