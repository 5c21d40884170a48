/// A store of finished results of one upload, each a folder of files under the key of what it was made from.
///
/// An artifact is found complete or not at all, whenever a process is killed. Each function may be called from any thread and,
/// where the store is shared, by any number of processes at the same time. A key is one visible path component, else `EINVAL`.
public protocol ArtifactStore: Sendable {
    /// Finds a finished artifact, without fetching its files to this host; `nil` if there is none.
    func find(_ key: String) throws(StorageError) -> FoundArtifact?

    /// Opens the folder of a finished artifact; `nil` if there is none.
    func open(_ key: String) throws(StorageError) -> OpenFolder?

    /// Opens a folder that contains the folders of finished artifacts, each named by its key, for a sandbox process.
    func folder(containing keys: [String]) throws(StorageError) -> OpenFolder

    /// Creates an empty folder for the files of an artifact. Other processes do not find it.
    func draft(for key: String) throws(StorageError) -> OpenFolder

    /// Turns a draft into the artifact of a key, by one atomic step.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - key: The key.
    ///   - paths: The paths in the package of files that are published unchanged, by their names. A store beside the package may
    ///     write these files there, and nowhere else.
    /// - Returns: The files that were written to the package, by their names; `nil` if an artifact has the key already: then the
    ///   draft is unchanged.
    /// - Throws: If the store fails.
    func commit(
        _ draft: OpenFolder, as key: String, placing paths: [String: String]
    ) throws(StorageError) -> [String: PlacedFile]?

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
    ///   - write: Writes the files; returns the paths in the package of those that are published unchanged, by their names.
    /// - Returns: The files that were written to the package, by their names.
    /// - Throws: The errors of the closures; the draft is removed then.
    @discardableResult
    public func store(
        _ key: String, isValid: (FoundArtifact) throws -> Bool = { _ in true },
        writing write: (OpenFolder) throws -> [String: String]
    ) throws -> [String: PlacedFile] {
        let draft = try draft(for: key)
        do {
            let paths = try write(draft)
            // Chosen because each further round means that another process has committed an invalid artifact since.
            for _ in 0..<10 {
                if let placed = try commit(draft, as: key, placing: paths) { return placed }
                if let found = try find(key), try isValid(found) {
                    discard(draft)
                    if case .record(let record) = found { return record.placed }
                    return [:]
                }
                try remove(key)
            }
            throw StorageError.exists("store artifact", named: key)
        } catch {
            discard(draft)
            throw error
        }
    }
}
