#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The place for everything that is not yet published of one upload: `OUT/.vtranscode/KEY/`.
///
/// It lies in the output folder so that publishing is a rename on one file system. It is locked as
/// long as this object lives, and the lock goes with the process, however that ends.
public final class LocalWorkspace: Workspace {
    public let path: String

    /// Results finished by this run or an earlier one.
    public let artifacts: LocalArtifactStore

    /// The hidden folder of all keys.
    private let shared: String
    private let lock: Descriptor

    /// Makes and locks the folder, and sweeps what a killed run left half done.
    ///
    /// - Parameters:
    ///   - output: The folder of the packages; made if it is not there.
    ///   - key: One visible path component, else `EINVAL`.
    /// - Throws: `.locked` if another process, or another holder in this one, has the folder.
    public init(output: String, key: String) throws(StorageError) {
        try requireComponent(key, for: "open work folder")
        let shared = output + "/.vtranscode"
        let path = shared + "/" + key
        let lock = try FolderLock.acquire(path)
        let artifacts = try LocalArtifactStore(path + "/artifacts")
        self.shared = shared
        self.path = path
        self.artifacts = artifacts
        self.lock = lock
    }

    /// Makes an empty folder in this one, removing what an earlier run left there; gives its path.
    ///
    /// A name is one visible path component other than "artifacts" and "lock", else `EINVAL`.
    public func emptyFolder(_ name: String) throws(StorageError) -> String {
        try requireComponent(name, for: "make folder")
        if name == "artifacts" || name == FolderLock.name {
            throw StorageError("make folder", name, EINVAL)
        }
        let folder = path + "/" + name
        try Folder.remove(folder)
        try Folder.create(folder)
        return folder
    }

    /// Removes the folder with all artifacts, and the hidden folder above it if that is then empty.
    ///
    /// Other processes may open this key or another at the same time: whoever comes too late for
    /// this folder makes a new one. Afterwards this object only waits to be released.
    public func remove() throws(StorageError) {
        let folder = try Descriptor.folder(path)
        for name in try folder.entries() where name.text != FolderLock.name {
            try folder.remove(name)
        }
        // The lock last, so that nobody gets in while there is something to remove. From here on
        // the folder may be another's; then it is not empty.
        try folder.remove(EntryName(FolderLock.name))
        if try Folder.removeIfEmpty(path) { _ = try Folder.removeIfEmpty(shared) }
    }

    /// Removes what an earlier run left of a key that has its package, and the hidden folder above it if that is then empty.
    ///
    /// Nothing there is no error.
    ///
    /// - Parameters:
    ///   - output: The folder of the packages.
    ///   - key: One visible path component, else `EINVAL`.
    /// - Throws: `.locked` if another process, or another holder in this one, has the folder.
    public static func discard(output: String, key: String) throws(StorageError) {
        let shared = output + "/.vtranscode"
        // Empty, or not there, where a removal was stopped in its last steps.
        if try Folder.removeIfEmpty(shared) { return }
        do {
            _ = try FileStatus(of: shared + "/" + key)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return
        }
        try LocalWorkspace(output: output, key: key).remove()
    }
}
