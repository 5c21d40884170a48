internal import MediaModel
internal import Storage

/// A finished result, whose files are in a store.
struct Artifact<Result: Sendable>: Sendable {
    let key: String
    let store: any ArtifactStore
    let result: Result
    /// Whether an earlier run or another process made the artifact.
    let isReused: Bool
    /// The files that the store has written to the package, by their names in the artifact.
    var placed: [String: PlacedFile] = [:]

    /// Opens the folder of the artifact's files.
    func open() throws(StorageError) -> OpenFolder {
        guard let folder = try store.open(key) else { throw .notFound("open artifact", named: key) }
        return folder
    }
}

/// An artifact that a job finds or makes.
struct PlannedArtifact<Result: Codable & Sendable> {
    /// The key, of everything that the artifact depends on.
    let key: String
    /// Returns the result if the plan allows it.
    let validate: (Result) throws -> Result
    /// Returns the files of a result.
    let files: (Result) -> ArtifactSizes
    /// Returns the paths in the package of files that are published unchanged, by their names; empty unless the artifact is the only
    /// one of the upload with files for these paths.
    var paths: (Result) -> [String: String] = { _ in [:] }
}
