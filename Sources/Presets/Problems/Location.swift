/// A place in a file: line and column from 1, columns in Unicode scalars.
struct Location: Hashable, Sendable {
    /// As it was given; the name of a shipped preset only if that is what was given.
    let file: String
    /// 0, as the column: the whole file.
    let line: Int
    let column: Int
    /// Where a shipped preset that is extended there has the value: "hls-ladder:12:66".
    var origin: String?

    static func whole(_ file: String) -> Location { Location(file: file, line: 0, column: 0) }
}
