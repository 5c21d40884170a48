public import SystemPackage

/// A store that packages are published in.
///
/// A package is built in a workspace, staged, which makes it complete and durable but not visible, and committed under its name
/// by one atomic step. Each function may be called from any thread and by any number of processes at the same time. The name of
/// a package is one visible path component, else `EINVAL`.
public protocol PackageDestination: Sendable {
    /// Returns the location of a package, as results and messages show it.
    func location(of name: String) -> Location

    /// Returns the names of all entries, packages or not, sorted.
    func names() throws(StorageError) -> [String]

    /// Returns whether a package can get the name without replacing anything.
    func isFree(_ name: String) throws(StorageError) -> Bool

    /// Reads a file of a committed package.
    ///
    /// - Parameters:
    ///   - file: The path of the file in the package.
    ///   - name: The name of the package.
    ///   - limit: The largest size, in bytes.
    /// - Returns: `nil` if there is no such file, or if it is larger.
    /// - Throws: If the store fails: whether there is such a file is not known then.
    func content(
        of file: FilePath, in name: String, limit: Int64
    ) throws(StorageError) -> [UInt8]?

    /// Returns the size of a file of a committed package, in bytes; `nil` if there is no such file.
    func size(of file: FilePath, in name: String) throws(StorageError) -> Int64?

    /// Begins to write a package, before any of its files is finished.
    ///
    /// A store without atomic steps over many files reserves the name; another process may have reserved it for the same job.
    ///
    /// - Parameters:
    ///   - name: The name of the package.
    ///   - writer: The job, and its right to write.
    ///   - path: The path of the staged package in the workspace, for stores that share its file system.
    /// - Returns: The draft of the package.
    /// - Throws: `.exists` or `.locked` if another job has the name; `.recentlyRemoved` until a removed name is free.
    func draft(
        _ name: String, by writer: PackageWriter, at path: FilePath
    ) throws(StorageError) -> any PackageDraft

    /// Removes what a job wrote under a name, unless it is committed, and frees the name; a missing draft is no error.
    func discardDraft(of name: String, job: String) throws(StorageError)

    /// Reads a file of a staged package; `nil` if there is no such file, or if it is larger than the limit.
    func content(
        of file: FilePath, in package: StagedPackage, limit: Int64
    ) throws(StorageError) -> [UInt8]?

    /// Returns whether a package is staged; false if it is committed, or was removed.
    func isStaged(_ package: StagedPackage) throws(StorageError) -> Bool

    /// Gives a staged package its name by one atomic step; a package that is committed already stays as it is.
    ///
    /// Readers of the name see a complete package at any time, the old one or the new one. Of several packages that are
    /// committed under one name at the same time, exactly one succeeds, unless they replace each other.
    ///
    /// - Parameters:
    ///   - package: The package.
    ///   - name: The name.
    ///   - replacing: Whether the package that has the name is replaced.
    /// - Throws: `.exists` if the name is taken; then the destination is unchanged.
    func commit(
        _ package: StagedPackage, as name: String, replacing: Bool
    ) throws(StorageError)

    /// Removes a staged package, unless it is committed. It cannot be committed afterwards.
    func rollBack(
        _ package: StagedPackage, from name: String
    ) throws(StorageError) -> RollBackOutcome

    /// Replaces a file beside the packages by one atomic step.
    func write(_ bytes: [UInt8], as name: String) throws(StorageError)
}

/// The state of a package after a roll-back.
public enum RollBackOutcome: Hashable, Sendable {
    /// The package is removed.
    case rolledBack
    /// The package has its name: the commit came first.
    case committed
}
