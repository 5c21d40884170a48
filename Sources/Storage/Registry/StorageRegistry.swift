/// The stores that an address can name.
///
/// A store with a URL scheme is registered here.
public enum StorageRegistry {
    /// Opens the destination of an address.
    ///
    /// - Parameters:
    ///   - address: The path of a folder.
    ///   - followsLinks: Whether a package that is found may be a link to one.
    /// - Returns: The destination, whose folder need not exist yet.
    public static func destination(
        at address: String, followsLinks: Bool = true
    ) -> any PackageDestination {
        LocalDestination(address, followsLinks: followsLinks)
    }

    /// Opens the source of an upload.
    ///
    /// - Parameters:
    ///   - address: The path of the upload.
    ///   - root: The folder that the upload must lie below, without a link on the way from there.
    /// - Returns: The source, which also has the captions beside the upload.
    public static func uploadSource(
        of address: String, below root: RootFolder? = nil
    ) -> any UploadSource {
        LocalUploadSource(below: root)
    }
}
