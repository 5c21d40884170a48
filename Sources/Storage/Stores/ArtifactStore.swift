/// A store of finished results of one upload, each a folder of files under the key of what it was made from.
///
/// An artifact is found complete or not at all, whenever a process is killed. Each function may be called from any thread and,
/// where the store is shared, by any number of processes at the same time. A key is one visible path component, else `EINVAL`.
public protocol ArtifactStore: Sendable {
    /// Opens the folder of a finished artifact; `nil` if there is none.
    func open(_ key: String) throws(StorageError) -> OpenFolder?

    /// Opens a folder that contains the folders of finished artifacts, each named by its key, for a sandbox process.
    func folder(containing keys: [String]) throws(StorageError) -> OpenFolder

    /// Creates an empty folder for the files of an artifact. Other processes do not find it.
    func draft(for key: String) throws(StorageError) -> OpenFolder

    /// Turns a draft into the artifact of a key, by one atomic step.
    ///
    /// - Returns: False if an artifact has the key already; then the draft is unchanged.
    func commit(_ draft: OpenFolder, as key: String) throws(StorageError) -> Bool

    /// Removes a draft. A draft that cannot be removed is removed when the store is next opened.
    func discard(_ draft: OpenFolder)

    /// Removes an artifact. Processes that read it at that moment may fail. A missing artifact is no error.
    func remove(_ key: String) throws(StorageError)
}

extension ArtifactStore {
    /// Stores an artifact of the files that the closure writes into its draft.
    ///
    /// A valid artifact that another process committed meanwhile remains: artifacts of one key are equal.
    ///
    /// - Parameters:
    ///   - key: The artifact's key.
    ///   - isValid: Returns whether an artifact that another process committed can be used. One that cannot is replaced.
    ///   - write: Writes the files.
    /// - Throws: The errors of the closures; the draft is removed then.
    public func store(
        _ key: String, isValid: (OpenFolder) throws -> Bool = { _ in true },
        writing write: (OpenFolder) throws -> Void
    ) throws {
        let draft = try draft(for: key)
        do {
            try write(draft)
            // Chosen because each further round means that another process has committed an invalid artifact since.
            for _ in 0..<10 {
                if try commit(draft, as: key) { return }
                if let found = try open(key), try isValid(found) { return discard(draft) }
                try remove(key)
            }
            throw StorageError.exists("store artifact", named: key)
        } catch {
            discard(draft)
            throw error
        }
    }
}
