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

/// The workspace of one job of a queue, which any number of processes use at the same time.
public protocol JobWorkspace: Workspace {
    /// Removes the unfinished files of this object; artifacts remain.
    func removeUnfinished() throws(StorageError)
}
