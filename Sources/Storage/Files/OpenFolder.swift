import CPlatform
public import SystemPackage

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
    public let path: FilePath
    private let folder: Descriptor

    /// Opens a folder; a link is an error.
    public init(_ path: FilePath) throws(StorageError) {
        self.path = path
        folder = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// Duplicates the descriptor of an open folder.
    public init(descriptor: Int32, path: FilePath) throws(StorageError) {
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
        try subfolder(FilePath.Component(visible: name, for: "open folder"))
    }

    /// Opens a regular file in this folder for reading; the name is one visible path component, else `EINVAL`.
    ///
    /// - Throws: `.notRegular` for a link, folder, FIFO, socket or device.
    public func file(_ name: String) throws(StorageError) -> RegularFile {
        try regularFile(FilePath.Component(visible: name, for: "open file"))
    }

    /// Opens a regular file some folders below this one; the path is of visible components, else `EINVAL`.
    public func file(below path: FilePath) throws(StorageError) -> RegularFile {
        var names = path.names
        guard names.allSatisfy({ !$0.isHidden }), let last = names.popLast() else {
            throw StorageError("open file", path, EINVAL)
        }
        guard let first = names.first else { return try regularFile(last) }
        var folder = try subfolder(first)
        for name in names.dropFirst() { folder = try folder.subfolder(name) }
        return try folder.regularFile(last)
    }

    /// Moves an entry of any kind to another folder on the same file system, where it replaces a file of its name.
    ///
    /// The name is one visible path component, else `EINVAL`. No link is followed; the caller checks what was moved.
    public func move(_ name: String, to target: OpenFolder) throws(StorageError) {
        let name = try FilePath.Component(visible: name, for: "move file")
        try folder.callOnEntry("rename", name) {
            unsafe renameat($0, $1, target.descriptor, $1)
        }
    }

    private func subfolder(_ name: FilePath.Component) throws(StorageError) -> OpenFolder {
        OpenFolder(try folder.folder(name))
    }

    private func regularFile(_ name: FilePath.Component) throws(StorageError) -> RegularFile {
        let file = FilePath(root: nil, components: name)
        return try RegularFile(
            RegularFile.opened(file, path.appending(name), in: folder.number))
    }

    /// Returns whether an entry of any kind has the name.
    public func has(_ name: String) -> Bool {
        guard let name = FilePath.Component(checking: name) else { return false }
        return (try? folder.status(of: name)) != nil
    }

    /// Returns the names of the entries, sorted by their bytes; `nil` stands for a name that is not UTF-8.
    public func names() throws(StorageError) -> [String?] {
        try folder.entries().map { String(validating: $0) }
    }
}
