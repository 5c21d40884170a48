/// A position in a file: line and column from 1, columns in Unicode scalars.
struct Location: Hashable, Sendable {
    /// The path, or the name of a shipped preset, as the user gave it.
    let file: String
    /// 0, like the column, for the whole file.
    let line: Int
    let column: Int
    /// The position of the value in a shipped preset that is extended here: "hls-ladder:12:66".
    var origin: String?

    static func whole(_ file: String) -> Location { Location(file: file, line: 0, column: 0) }
}
