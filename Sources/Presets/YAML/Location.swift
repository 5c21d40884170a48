/// A place in a file: line and column from 1, columns in Unicode scalars.
struct Location: Hashable, Sendable {
    /// As it was given, or the name of a shipped preset.
    let file: String
    /// 0, as the column: the whole file.
    let line: Int
    let column: Int

    static func whole(_ file: String) -> Location { Location(file: file, line: 0, column: 0) }
}
