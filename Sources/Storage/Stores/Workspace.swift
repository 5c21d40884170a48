public import SystemPackage

/// Folders for unfinished work on one upload, and its artifacts.
public protocol Workspace: Sendable {
    /// The folder of the workspace.
    var path: FilePath { get }

    /// Results that this run, an earlier one or another process finished.
    var artifacts: any ArtifactStore { get }

    /// Creates an empty folder that no other process writes to; returns its path.
    func emptyFolder(_ name: String) throws(StorageError) -> FilePath
}

/// The workspace of one upload of a run, which no other process uses.
public protocol RunWorkspace: Workspace {
    /// Removes the workspace with all artifacts. This object cannot be used afterwards.
    func remove() throws(StorageError)
}

/// A workspace that was found in an output folder.
public struct FoundWorkspace: Sendable, Hashable {
    /// The name by which it is opened and removed.
    public let name: String
    /// The owner that it was created with; `nil` if it has none, as those of earlier versions.
    public let owner: String?
    /// The time of the last change by a process that began or ended to use it, in nanoseconds since 1970.
    public let modificationTime: Int64
}

/// The workspace of one job of a queue, which any number of processes use at the same time.
public protocol JobWorkspace: Workspace {
    /// Reads a record that any of the processes wrote last; `nil` if there is none, or if it is larger than the limit, in bytes.
    func record(_ name: String, limit: Int64) throws(StorageError) -> [UInt8]?

    /// Writes a record for all processes by one atomic step; the name is one visible path component.
    func write(_ bytes: [UInt8], asRecord name: String) throws(StorageError)

    /// Removes the unfinished files of this object; artifacts remain.
    func removeUnfinished() throws(StorageError)
}
