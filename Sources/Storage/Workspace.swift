/// Where one upload is worked on: finished artifacts, and folders for what is being made.
public protocol Workspace: Sendable {
    /// Where all of it lies.
    var path: String { get }

    /// Results finished by this run, an earlier one or another process.
    var artifacts: LocalArtifactStore { get }

    /// Makes an empty folder that nobody else writes to; gives its path.
    func emptyFolder(_ name: String) throws(StorageError) -> String
}
