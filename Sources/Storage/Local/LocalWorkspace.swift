public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The workspace of one upload of `run`: `OUT/.vtranscode/KEY/`.
///
/// The folder is below the output folder, so that a commit is a rename on one file system. It is locked as long as this object
/// exists; the system releases the lock when the process exits.
public final class LocalWorkspace: RunWorkspace {
    public let path: FilePath

    public let artifacts: any ArtifactStore

    /// The hidden folder that contains all workspaces.
    private let shared: FilePath
    private let lock: FolderLock

    /// Creates and locks the folder, and removes drafts of killed runs.
    ///
    /// - Parameters:
    ///   - output: The folder of the packages; created unless it exists.
    ///   - key: One visible path component, else `EINVAL`.
    /// - Throws: `.locked` if another process, or another part of this one, has locked the folder.
    public init(output: FilePath, key: String) throws(StorageError) {
        let name = try FilePath.Component(visible: key, for: "open workspace")
        let shared = Self.shared(output)
        let path = shared.appending(name)
        let lock = try FolderLock(path)
        let artifacts = try LocalArtifactStore(path.appending("artifacts"))
        self.shared = shared
        self.path = path
        self.artifacts = artifacts
        self.lock = lock
    }

    /// Creates an empty folder in the workspace, without the files of an earlier run; returns its path.
    ///
    /// A name is one visible path component other than "artifacts" and "lock", else `EINVAL`.
    public func emptyFolder(_ name: String) throws(StorageError) -> FilePath {
        let entry = try FilePath.Component(visible: name, for: "create folder")
        if entry == "artifacts" || entry == FolderLock.name {
            throw StorageError("create folder", named: name, EINVAL)
        }
        let folder = path.appending(entry)
        try Folder.remove(folder)
        try Folder.create(folder)
        return folder
    }

    /// Removes the folder with all artifacts, and the hidden folder above it if that is empty then.
    ///
    /// Other processes may open workspaces of this key and of others at the same time. This object cannot be used afterwards.
    public func remove() throws(StorageError) {
        let folder = try Descriptor.folder(path)
        for name in try folder.entries() where name != FolderLock.name {
            try folder.remove(name)
        }
        // The lock is removed last, so that no process opens the workspace before. Afterwards, the folder may belong to another
        // process; then it is not empty.
        try folder.remove(FolderLock.name)
        if try Folder.removeIfEmpty(path) { _ = try Folder.removeIfEmpty(shared) }
    }

    /// Removes the workspace that an earlier run left of a published package, and the hidden folder above it if that is empty
    /// then; a missing workspace is no error.
    ///
    /// - Parameters:
    ///   - output: The folder of the packages.
    ///   - key: One visible path component, else `EINVAL`.
    /// - Throws: `.locked` if another process, or another part of this one, has locked the folder.
    public static func discard(output: FilePath, key: String) throws(StorageError) {
        let shared = shared(output)
        // Empty or missing if a removal was interrupted in its last steps.
        if try Folder.removeIfEmpty(shared) { return }
        let name = try FilePath.Component(visible: key, for: "open workspace")
        do {
            _ = try FileStatus(of: shared.appending(name))
        } catch {
            guard error.errno == ENOENT else { throw error }
            return
        }
        try LocalWorkspace(output: output, key: key).remove()
    }

    private static func shared(_ output: FilePath) -> FilePath { output.appending(".vtranscode") }
}
