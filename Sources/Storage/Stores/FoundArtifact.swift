/// A finished artifact of a store.
public enum FoundArtifact: Sendable {
    /// The files are in a folder of this host.
    case folder(OpenFolder)
    /// The files are in a store that other hosts use, and have not been fetched.
    case record(ArtifactRecord)
}

/// The record of an artifact's files, which the process that stored the artifact has written.
public struct ArtifactRecord: Sendable {
    /// The sizes of the files, in bytes, by their names.
    public let sizes: [String: Int64]
    /// The files that are at their paths in the package, by their names in the artifact.
    public let placed: [String: PlacedFile]
    /// The content of small files, by their names.
    public let contents: [String: [UInt8]]
}
