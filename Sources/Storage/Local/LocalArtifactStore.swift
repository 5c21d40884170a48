internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Artifacts as folders in a folder.
///
/// An artifact is written under a hidden name, and renamed once its files are on the disk.
public struct LocalArtifactStore: ArtifactStore {
    /// The folder that contains the artifacts.
    private let path: FilePath

    /// Creates the folder, unless it exists.
    ///
    /// Drafts of killed runs are removed, unless other processes may use the folder.
    init(_ path: FilePath, isShared: Bool = false) throws(StorageError) {
        self.path = path
        try Folder.create(path)
        if !isShared { try removeDrafts() }
    }

    public func find(_ key: String) throws(StorageError) -> FoundArtifact? {
        try open(key).map { .folder($0) }
    }

    public func open(_ key: String) throws(StorageError) -> OpenFolder? {
        do {
            return try OpenFolder(final(key, for: "find artifact"))
        } catch {
            switch error.errno {
            case ENOENT: return nil
            // A file or a link, which this program does not create here.
            case ENOTDIR, ELOOP:
                try remove(key)
                return nil
            default: throw error
            }
        }
    }

    public func folder(containing keys: [String]) throws(StorageError) -> OpenFolder {
        try OpenFolder(path)
    }

    public func draft(for key: String) throws(StorageError) -> OpenFolder {
        _ = try final(key, for: "store artifact")
        let draft = path.appending(".draft-" + uniqueName())
        try call("mkdir", at: draft) { unsafe mkdir($0, 0o777) }
        return try OpenFolder(draft)
    }

    public func commit(
        _ draft: OpenFolder, as key: String, placing paths: [String: String]
    ) throws(StorageError) -> [String: PlacedFile]? {
        let target = try final(key, for: "store artifact")
        // File by file, measured at about 3 ms each: an artifact is a few files, and the rest of the file system may have many
        // unwritten ones.
        try Durability.syncEach(in: draft.path)
        do {
            try call("rename", from: draft.path, to: target) { unsafe rename($0, $1) }
            return [:]
        } catch {
            // ENOTDIR: a file or a link.
            guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.errno) else { throw error }
            return nil
        }
    }

    public func discard(_ draft: OpenFolder) { try? Folder.remove(draft.path) }

    public func remove(_ key: String) throws(StorageError) {
        let artifact = try final(key, for: "remove artifact")
        let trash = path.appending(".removed-" + uniqueName())
        if try Folder.setAside(artifact, as: trash) { try Folder.remove(trash) }
    }

    private func final(_ key: String, for operation: String) throws(StorageError) -> FilePath {
        path.appending(try FilePath.Component(visible: key, for: operation))
    }

    private func removeDrafts() throws(StorageError) {
        let folder = try Descriptor.folder(path)
        for name in try folder.entries() where name.isHidden { try folder.remove(name) }
    }
}
