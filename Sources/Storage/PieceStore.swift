#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Finished results as folders of files, each under the key of its content.
///
/// A piece is there whole or not at all, whenever a run is killed: it is written under a hidden
/// name and renamed when its files are on the disk. It may be used from any thread, and where it is
/// shared by any process.
public struct PieceStore: Sendable {
    /// The folder that the pieces lie in.
    public let path: String

    /// Makes the folder if need be; unless others may be at work in it, drafts of killed runs are removed.
    init(_ path: String, isShared: Bool = false) throws(StorageError) {
        self.path = path
        try Folder.create(path)
        if !isShared { try sweep() }
    }

    /// The folder of a finished piece; `nil` if there is none.
    ///
    /// A key is one visible path component, else `EINVAL`.
    public func find(_ key: String) throws(StorageError) -> String? {
        try requireComponent(key, for: "find piece")
        do {
            _ = try Descriptor.folder(final(key))
            return final(key)
        } catch {
            if error.errno == ENOENT { return nil }
            throw error
        }
    }

    /// Makes a piece from the files that the closure writes into the folder it is given.
    ///
    /// If a piece of that key is there already, it stays: pieces of one key are equal.
    ///
    /// - Returns: The folder of the finished piece.
    /// - Throws: What the closure throws; then nothing is left of the piece.
    @discardableResult
    public func store(_ key: String, writing write: (String) throws -> Void) throws -> String {
        let draft = try draft(for: key)
        do {
            try write(draft)
            return try commit(draft, as: key)
        } catch {
            discard(draft)
            throw error
        }
    }

    /// Makes a piece from the files that the closure writes, perhaps in another process.
    @discardableResult
    public func store(
        _ key: String,
        writing write: @Sendable (String) async throws -> Void
    ) async throws -> String {
        let draft = try draft(for: key)
        do {
            try await write(draft)
            return try commit(draft, as: key)
        } catch {
            discard(draft)
            throw error
        }
    }

    /// Removes a piece that turned out to be damaged, so that it can be made anew.
    ///
    /// Whoever uses it at that moment finds it gone. Nothing there is no error.
    public func remove(_ key: String) throws(StorageError) {
        try requireComponent(key, for: "remove piece")
        let trash = path + "/.removed-" + uniqueName()
        if try Folder.setAside(final(key), as: trash) { try Folder.remove(trash) }
    }

    private func final(_ key: String) -> String { path + "/" + key }

    private func draft(for key: String) throws(StorageError) -> String {
        try requireComponent(key, for: "store piece")
        let draft = path + "/.draft-" + uniqueName()
        try call("mkdir", draft) { unsafe mkdir(draft, 0o777) }
        return draft
    }

    private func commit(_ draft: String, as key: String) throws(StorageError) -> String {
        // File by file, about 3 ms each where it was measured: the rest of the disk may have much
        // to write, and a piece is a few files.
        try Durability.syncEach(in: draft)
        do {
            try call("rename", final(key)) { unsafe rename(draft, final(key)) }
        } catch {
            guard error.errno == ENOTEMPTY || error.errno == EEXIST else { throw error }
            discard(draft)
        }
        return final(key)
    }

    /// Removes a draft, silently: what remains of it is swept when the work folder is next opened.
    private func discard(_ draft: String) { try? Folder.remove(draft) }

    /// Removes the drafts of killed runs.
    private func sweep() throws(StorageError) {
        let folder = try Descriptor.folder(path)
        for name in try folder.entries() where name.isHidden { try folder.remove(name) }
    }
}
