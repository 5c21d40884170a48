internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The identity of a package's folder, the same under any name and on every host that shares its file system.
///
/// It is the number of the inode, and a digest of the files at the top of the package, since the system may give the number of a
/// removed folder to a new one. The files there name the package: its manifest has the key of what the package was made from. A
/// file of its own would make packages of equal content differ.
struct PackageIdentity {
    private let inode: UInt64
    private let digest: UInt64

    /// The form in records.
    var text: String { "\(inode)-" + String(digest, radix: 16) }

    /// Reads the identity of a folder at a path.
    init(of path: FilePath) throws(StorageError) {
        try self.init(Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
    }

    /// Reads the identity of a folder in another; `nil` for anything but a folder of the same file system.
    ///
    /// - Throws: `ENOENT` if there is nothing of that name.
    init?(
        of name: FilePath.Component, in parent: borrowing Descriptor
    ) throws(StorageError) {
        let folder: Descriptor
        do {
            folder = try parent.folder(name)
        } catch {
            // A link, or a file.
            guard error.errno == ELOOP || error.errno == ENOTDIR else { throw error }
            return nil
        }
        // A mount in place of a package.
        guard try folder.status().device == parent.status().device else { return nil }
        try self.init(folder)
    }

    private init(_ folder: borrowing Descriptor) throws(StorageError) {
        inode = try folder.status().inode
        var digest = Digest()
        for name in try folder.entries() where try folder.status(of: name).kind == .file {
            digest.add(Array(name.string.utf8))
            digest.add(try Self.beginning(of: name, in: folder))
        }
        self.digest = digest.value
    }

    /// The number of bytes of each file that count; chosen because manifests name the package at their beginning.
    private static let limit = 64 << 10

    private static func beginning(
        of name: FilePath.Component, in folder: borrowing Descriptor
    ) throws(StorageError) -> [UInt8] {
        let file = try folder.file(name)
        let path = file.path
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: limit)
        while bytes.count < limit {
            let count = try call("read", path) {
                unsafe read(file.number, &buffer, limit - bytes.count)
            }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Returns whether a record has this identity; earlier versions recorded the inode only.
    func matches(_ recorded: String) -> Bool { recorded == text || recorded == "\(inode)" }
}

/// FNV-1a of 64 bits: it distinguishes packages, and is no protection against a package that was made to have a digest.
private struct Digest {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds bytes and their number.
    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { add(byte) }
        for shift in stride(from: 0, to: 64, by: 8) {
            add(UInt8(truncatingIfNeeded: bytes.count >> shift))
        }
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
