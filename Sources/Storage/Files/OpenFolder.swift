import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A folder that was opened once: entries are found in it, even if it is renamed.
///
/// Links in the folder are not followed, so that untrusted processes or hosts may write to it.
public final class OpenFolder: Sendable {
    public let path: String
    private let folder: Descriptor

    /// Opens a folder; a link is an error.
    public init(_ path: String) throws(StorageError) {
        self.path = path
        folder = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// Duplicates the descriptor of an open folder.
    public init(descriptor: Int32, path: String) throws(StorageError) {
        let copy = try call("dup", path) { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        self.path = path
        folder = Descriptor(owning: copy, path: path)
    }

    private init(_ folder: consuming Descriptor) {
        path = folder.path
        self.folder = folder
    }

    /// The descriptor, valid as long as this object.
    public var descriptor: Int32 { folder.number }

    /// Opens a folder in this one; the name is one visible path component, else `EINVAL`.
    public func folder(_ name: String) throws(StorageError) -> OpenFolder {
        try requireComponent(name, for: "open folder")
        return OpenFolder(try folder.folder(EntryName(name)))
    }

    /// Opens a regular file in this folder for reading; the name is one visible path component, else `EINVAL`.
    ///
    /// - Throws: `.notRegular` for a link, folder, FIFO, socket or device.
    public func file(_ name: String) throws(StorageError) -> RegularFile {
        try requireComponent(name, for: "open file")
        return try RegularFile(RegularFile.opened(name, path + "/" + name, in: folder.number))
    }

    /// Opens a regular file some folders below this one; the path is of visible components, else `EINVAL`.
    public func file(below path: String) throws(StorageError) -> RegularFile {
        var names = PathText.names(path)
        let last = names.popLast() ?? ""
        guard let first = names.first else { return try file(last) }
        var folder = try folder(first)
        for name in names.dropFirst() { folder = try folder.folder(name) }
        return try folder.file(last)
    }

    /// Returns whether an entry of any kind has the name.
    public func has(_ name: String) -> Bool { (try? folder.status(of: EntryName(name))) != nil }

    /// Returns the names of the entries, sorted by their bytes; `nil` stands for a name that is not UTF-8.
    public func names() throws(StorageError) -> [String?] { try folder.entries().map(\.text) }
}
