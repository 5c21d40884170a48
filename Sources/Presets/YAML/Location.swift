/// A place in a file: line and column from 1, columns in Unicode scalars.
struct Location: Hashable, Sendable {
    let line: Int
    let column: Int
}
