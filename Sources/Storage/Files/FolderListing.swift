public import SystemPackage

/// The result of a walk; paths are relative to its root.
public struct FolderListing: Hashable, Sendable {
    /// Regular files, sorted by the bytes of the names within each folder.
    public internal(set) var files: [FilePath] = []

    /// All other entries, in the order of the walk, without the content of skipped folders.
    public internal(set) var skipped: [SkippedEntry] = []
}
