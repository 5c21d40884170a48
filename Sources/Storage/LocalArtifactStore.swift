#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Finished results as folders of files, each under the key of its content.
///
/// An artifact is there whole or not at all, whenever a run is killed: it is written under a hidden
/// name and renamed when its files are on the disk. It may be used from any thread, and where it is
/// shared by any process.
public struct LocalArtifactStore: Sendable {
    /// The folder that the artifacts lie in.
    public let path: String

    /// Makes the folder if need be; unless others may be at work in it, drafts of killed runs are removed.
    init(_ path: String, isShared: Bool = false) throws(StorageError) {
        self.path = path
        try Folder.create(path)
        if !isShared { try sweep() }
    }

    /// The folder of a finished artifact; `nil` if there is none.
    ///
    /// A key is one visible path component, else `EINVAL`.
    public func find(_ key: String) throws(StorageError) -> String? {
        try requireComponent(key, for: "find artifact")
        do {
            _ = try Descriptor(final(key), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            return final(key)
        } catch {
            switch error.errno {
            case ENOENT: return nil
            // A file or a link: nothing that this program makes here.
            case ENOTDIR, ELOOP:
                try remove(key)
                return nil
            default: throw error
            }
        }
    }

    /// Makes an artifact from the files that the closure writes into the folder it is given.
    ///
    /// If an artifact of that key is there already, it stays: artifacts of one key are equal. Where other processes that are not
    /// trusted write, `isValid` says whether what is there is one; else it gives way.
    ///
    /// - Returns: The folder of the finished artifact.
    /// - Throws: What the closures throw; then nothing is left of the artifact.
    @discardableResult
    public func store(
        _ key: String, isValid: (String) throws -> Bool = { _ in true },
        writing write: (String) throws -> Void
    ) throws -> String {
        let draft = try draft(for: key)
        do {
            try write(draft)
            return try commit(draft, as: key, isValid: isValid)
        } catch {
            discard(draft)
            throw error
        }
    }

    /// Makes an artifact from the files that the closure writes, perhaps in another process.
    @discardableResult
    public func store(
        _ key: String,
        writing write: @Sendable (String) async throws -> Void
    ) async throws -> String {
        let draft = try draft(for: key)
        do {
            try await write(draft)
            return try commit(draft, as: key) { _ in true }
        } catch {
            discard(draft)
            throw error
        }
    }

    /// Removes an artifact that turned out to be damaged, so that it can be made anew.
    ///
    /// Whoever uses it at that moment finds it gone. Nothing there is no error.
    public func remove(_ key: String) throws(StorageError) {
        try requireComponent(key, for: "remove artifact")
        let trash = path + "/.removed-" + uniqueName()
        if try Folder.setAside(final(key), as: trash) { try Folder.remove(trash) }
    }

    private func final(_ key: String) -> String { path + "/" + key }

    private func draft(for key: String) throws(StorageError) -> String {
        try requireComponent(key, for: "store artifact")
        let draft = path + "/.draft-" + uniqueName()
        try call("mkdir", draft) { unsafe mkdir(draft, 0o777) }
        return draft
    }

    private func commit(
        _ draft: String, as key: String, isValid: (String) throws -> Bool
    ) throws -> String {
        // File by file, about 3 ms each where it was measured: the rest of the disk may have much
        // to write, and an artifact is a few files.
        try Durability.syncEach(in: draft)
        // Chosen because each further round means that another process has stored a damaged artifact since.
        for _ in 0..<10 {
            if try move(draft, to: key) { return final(key) }
            if try find(key) != nil, try isValid(final(key)) {
                discard(draft)
                return final(key)
            }
            try remove(key)
        }
        throw StorageError("rename", final(key), EEXIST, kind: .exists)
    }

    /// - Returns: False if something has that key already.
    private func move(_ draft: String, to key: String) throws(StorageError) -> Bool {
        do {
            try call("rename", final(key)) { unsafe rename(draft, final(key)) }
            return true
        } catch {
            // ENOTDIR: a file, or a link.
            guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.errno) else { throw error }
            return false
        }
    }

    /// Removes a draft, silently: what remains of it is swept when the work folder is next opened.
    private func discard(_ draft: String) { try? Folder.remove(draft) }

    /// Removes the drafts of killed runs.
    private func sweep() throws(StorageError) {
        let folder = try Descriptor.folder(path)
        for name in try folder.entries() where name.isHidden { try folder.remove(name) }
    }
}
