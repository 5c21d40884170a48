public import SystemPackage

/// The stores of uploads and packages, by their paths.
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
}
