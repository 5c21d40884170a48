public import SystemPackage

/// The stores of uploads, of packages and of unfinished work, by their paths.
///
/// A store that URLs name is registered here. Its addresses need a type of their own: a path has no two slashes in a row.
public enum StorageRegistry {
    /// Opens the destination at a path.
    ///
    /// - Parameters:
    ///   - path: The path of a folder.
    ///   - followsLinks: Whether a package that is found may be a link to one.
    /// - Returns: The destination, whose folder need not exist yet.
    public static func destination(
        at path: FilePath, followsLinks: Bool = true
    ) -> any PackageDestination {
        LocalDestination(path, followsLinks: followsLinks)
    }

    /// Opens the source of an upload.
    ///
    /// - Parameters:
    ///   - path: The path of the upload.
    ///   - root: The folder that the upload must lie below, without a link on the way from there.
    /// - Returns: The source, which also has the captions beside the upload.
    public static func uploadSource(
        of path: FilePath, below root: RootFolder? = nil
    ) -> any UploadSource {
        LocalUploadSource(below: root)
    }

    /// Opens the workspace of an upload of a run, for packages at an output.
    ///
    /// - Parameters:
    ///   - output: The path of the destination, or of the folder of other results.
    ///   - key: One visible path component, else `EINVAL`.
    /// - Returns: The workspace.
    /// - Throws: `.locked` if another process, or another part of this one, uses the workspace.
    public static func runWorkspace(
        at output: FilePath, key: String
    ) throws(StorageError) -> any RunWorkspace {
        try LocalWorkspace(output: output, key: key)
    }

    /// Removes the workspace that an earlier run left; a missing one is no error.
    ///
    /// - Throws: `.locked` if another process, or another part of this one, uses the workspace.
    public static func discardRunWorkspace(
        at output: FilePath, key: String
    ) throws(StorageError) {
        try LocalWorkspace.discard(output: output, key: key)
    }

    /// Opens the workspace of a job, which workers of all hosts share.
    ///
    /// - Parameters:
    ///   - output: The path of the destination.
    ///   - job: One visible path component, else `EINVAL`.
    ///   - owner: The queue of the job, which distinguishes its workspaces from those of other queues; `nil` for none.
    ///   - root: The folder that the workspace must lie below, without a link on the way from there.
    /// - Returns: The workspace.
    /// - Throws: `.outside` if it does not lie below the root.
    public static func jobWorkspace(
        at output: FilePath, job: String, owner: String? = nil, below root: RootFolder? = nil
    ) throws(StorageError) -> any JobWorkspace {
        try SharedWorkspace(output: output, job: job, owner: owner, below: root)
    }

    /// Lists the workspaces of jobs, of any queue.
    ///
    /// - Throws: `.outside` if they do not lie below the root.
    public static func jobWorkspaces(
        at output: FilePath, below root: RootFolder? = nil
    ) throws(StorageError) -> [FoundWorkspace] {
        try SharedWorkspace.all(output: output, below: root)
    }

    /// Removes the workspace of a job; a missing one is no error.
    ///
    /// Work in the workspace fails.
    public static func removeJobWorkspace(
        at output: FilePath, job: String, below root: RootFolder? = nil
    ) throws(StorageError) {
        try SharedWorkspace.remove(output: output, job: job, below: root)
    }
}
