/// What a walk found; paths are relative to its root.
public struct FolderListing: Hashable, Sendable {
    /// Regular files, sorted by the bytes of their names within each folder, folders in the same
    /// order; two paths that Unicode holds equal may be two files.
    public internal(set) var files: [String] = []

    /// All else, in the order of the walk; what lies in a skipped folder is not mentioned.
    public internal(set) var skipped: [SkippedEntry] = []
}
