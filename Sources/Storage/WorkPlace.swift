/// Where one upload is worked on: finished pieces, and folders for what is being made.
public protocol WorkPlace: Sendable {
    /// Where all of it lies.
    var path: String { get }

    /// Results finished by this run, an earlier one or another process.
    var pieces: PieceStore { get }

    /// Makes an empty folder that nobody else writes to; gives its path.
    func emptyFolder(_ name: String) throws(StorageError) -> String
}
