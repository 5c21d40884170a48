public import Errors
public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A file operation that failed: operation, path and reason.
public struct StorageError: CodedError, Hashable {
    public enum Code: String, Sendable, CaseIterable {
        case fileSystem = "FILE_SYSTEM"
        case diskFull = "DISK_FULL"
        case locked = "LOCKED"
        case exists = "EXISTS"
        case outsideRoot = "OUTSIDE_ROOT"
        case changed = "CHANGED"
        case objectStore = "OBJECT_STORE"
    }

    /// Kinds of errors that callers distinguish without system error numbers.
    public enum Kind: Hashable, Sendable {
        /// An error with the system's reason only.
        case system

        /// Another process, or another part of this one, has locked the folder.
        case locked

        /// Something has the name already, and must not be replaced.
        case exists

        /// The file system cannot exchange two folders atomically.
        case exchangeUnsupported

        /// A folder, link, FIFO, socket or device instead of a file.
        case notRegular

        /// A path that is not below the folder where it must be, or has a link on the way.
        case outside

        /// A file that has become shorter while it was read.
        case changed

        /// A text that is no path: it is empty, or has a zero byte.
        case notAPath

        /// A text that begins as a URL and is none, with the reason.
        case invalidURL(
            String, advice: String = "write s3://BUCKET/KEY, or https://HOST/PATH without a user")

        /// A name whose last package was removed so recently that delayed requests could still change it.
        case recentlyRemoved(seconds: Int)

        /// A range of an object that could not be read.
        case object(ObjectError)
    }

    public let kind: Kind

    /// The operation: "rename".
    public let operation: String

    public let location: Location

    /// The path; for a URL, its text.
    public var path: FilePath { location.path ?? FilePath(forMessage: location.description) }

    /// The system's error number: `ENOSPC`.
    public let errno: Int32

    package init(
        _ operation: String, _ location: Location, _ errno: Int32, kind: Kind = .system
    ) {
        self.kind = kind
        self.operation = operation
        self.location = location
        self.errno = errno
    }

    package init(
        _ operation: String, _ path: FilePath, _ errno: Int32, kind: Kind = .system
    ) {
        self.init(operation, Location(path), errno, kind: kind)
    }

    /// Creates an error of a name, which need not be one that a file can have.
    package init(_ operation: String, named name: String, _ errno: Int32, kind: Kind = .system) {
        self.init(operation, FilePath(forMessage: name), errno, kind: kind)
    }

    /// Creates an error of a missing file.
    package static func notFound(_ operation: String, _ path: FilePath) -> StorageError {
        StorageError(operation, path, ENOENT)
    }

    /// Creates an error of a missing entry.
    package static func notFound(_ operation: String, named name: String) -> StorageError {
        StorageError(operation, named: name, ENOENT)
    }

    /// Creates an error of a file that has become shorter while it was read.
    package static func changed(_ operation: String, _ path: FilePath) -> StorageError {
        StorageError(operation, path, EIO, kind: .changed)
    }

    /// Creates an error of a request about an object.
    package static func object(
        _ error: ObjectError, _ location: Location, for operation: String = "read"
    ) -> StorageError {
        StorageError(operation, location, EIO, kind: .object(error))
    }

    /// Creates an error of a job that another process may have continued.
    package static func leaseExpired(_ location: Location) -> StorageError {
        .object(
            .failed(
                "the lease of the task has expired",
                advice: "no action is required: another worker continues the job",
                isTransient: true), location, for: "write")
    }

    /// Creates an error of a taken name.
    package static func exists(_ operation: String, named name: String) -> StorageError {
        StorageError(operation, named: name, EEXIST, kind: .exists)
    }

    /// Whether no space is left on the disk or in the user's quota.
    public var isDiskFull: Bool { errno == ENOSPC || errno == EDQUOT }

    /// Whether the file is missing, not accessible or of another kind, while disk and file server work.
    public var isNotFound: Bool {
        switch kind {
        case .notRegular, .outside: true
        case .object(let error): error == .gone
        case .locked, .exists, .exchangeUnsupported, .changed, .notAPath, .invalidURL,
            .recentlyRemoved:
            false
        case .system:
            [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(errno)
        }
    }

    /// Whether the file would be larger than this process may write.
    public var isTooLarge: Bool { errno == EFBIG }

    public var code: Code {
        switch kind {
        case .system, .notRegular, .exchangeUnsupported, .notAPath, .invalidURL:
            isDiskFull ? .diskFull : .fileSystem
        case .locked, .recentlyRemoved: .locked
        case .exists: .exists
        case .outside: .outsideRoot
        case .changed: .changed
        case .object(let error): error.code
        }
    }

    public var message: String { "\(operation): \(reason)" }

    public var advice: String {
        switch kind {
        case .system where isDiskFull: "free some space"
        case .system: "check the path, its permissions and its disk"
        case .locked: "wait for the other run, or stop it"
        case .exists: "choose another name"
        case .exchangeUnsupported: "use a folder of another file system"
        case .notRegular: "use a regular file"
        case .outside: "use a path below the root, without links"
        case .changed: "wait until the file is complete"
        case .notAPath: "write a path that is not empty and has no zero byte"
        case .invalidURL(_, let advice): advice
        case .recentlyRemoved: "choose another name, or run again after that time"
        case .object(let error): error.advice
        }
    }

    public var description: String { "\(location): \(message)" }

    /// The reason alone: "exists already".
    package var reason: String {
        switch kind {
        case .system: systemReason(errno)
        case .locked: "in use by another run"
        case .exists: "exists already"
        case .exchangeUnsupported: "this file system cannot exchange two folders atomically"
        case .outside: "a link, or not below its root"
        case .changed: "it has become shorter"
        case .object(let error): error.message
        case .invalidURL(let reason, _): reason
        case .recentlyRemoved(let seconds):
            "a package of this name was removed; the name is free in \(seconds) s"
        case .notAPath: path.isEmpty ? "the path is empty" : "the path has a zero byte"
        case .notRegular: errno == EISDIR ? "a folder, no file" : "not a regular file"
        }
    }

    func with(_ kind: Kind) -> StorageError {
        StorageError(operation, location, errno, kind: kind)
    }
}
