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
