internal import CPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#else
    internal import Musl
#endif

/// A kind of file system on which the locks or the shared memory of SQLite fail, or may fail, between hosts.
enum FileSystemKind: Sendable, Hashable {
    /// A file system of a file server, with its name: the hosts that mount it do not share SQLite's memory.
    case network(String)
    /// A file system of a user process (FUSE), which may be a local disk or a file server.
    case userSpace

    /// The file systems by `f_type` of statfs(2), which linux/magic.h and the sources of SMB define.
    private static let magicNumbers: [UInt32: FileSystemKind] = [
        0x6969: .network("NFS"),
        0x517B: .network("SMB"),
        0xFE53_4D42: .network("SMB"),
        0xFF53_4D42: .network("SMB"),
        0x00C3_6400: .network("Ceph"),
        0x0102_1997: .network("9p"),
        0x6573_5546: .userSpace,
    ]

    /// Interprets `f_type` of statfs(2) on Linux; `nil` for any other file system.
    init?(magicNumber: UInt32) {
        guard let kind = Self.magicNumbers[magicNumber] else { return nil }
        self = kind
    }

    /// Interprets `f_fstypename` of statfs(2) on macOS; `nil` for any other file system.
    init?(typeName: String) {
        switch typeName {
        case "nfs": self = .network("NFS")
        case "smbfs", "cifs": self = .network("SMB")
        case "ceph": self = .network("Ceph")
        case "9p": self = .network("9p")
        case "macfuse", "osxfuse", "fusefs": self = .userSpace
        default: return nil
        }
    }

    /// Reads the kind of the file system of a file or folder; `nil` for any other, and if it cannot be read.
    init?(at path: String) {
        let number = unsafe vt_file_system_magic(path)
        if number >= 0 {
            self.init(magicNumber: UInt32(truncatingIfNeeded: number))
        } else {
            var name = [CChar](repeating: 0, count: 16)
            unsafe vt_file_system_name(path, &name)
            let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            self.init(typeName: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Reads the kind of the file system of a file, or of the folder in which it would be created.
    ///
    /// A file may be a link to another file system.
    init?(ofDatabase path: String) {
        if unsafe access(path, F_OK) == 0 {
            self.init(at: path)
        } else {
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { String(path[...$0]) } ?? "."
            self.init(at: folder)
        }
    }
}

extension FileSystemKind {
    private static let advice = "put the file on a local disk, or use PostgreSQL"

    /// Checks that the file system may have a queue.
    ///
    /// - Returns: A warning; `nil` if there is none.
    /// - Throws: `QueueError.refused` for a network file system.
    func check(_ path: String) throws(QueueError) -> String? {
        switch self {
        case .network(let name):
            throw QueueError(
                .refused, path,
                "it is on a network file system (\(name)), where SQLite corrupts files that several hosts use",
                advice: Self.advice)
        case .userSpace:
            "\(path) is on a FUSE file system, where SQLite's locks may not work; \(Self.advice)"
        }
    }
}
