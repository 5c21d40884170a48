/// A mistake in a file of settings, at its position.
package struct FileProblem: Hashable, Sendable, CustomStringConvertible {
    /// The path as the caller gave it.
    package let file: String
    /// The line, from 1; 0 for the whole file.
    package let line: Int
    /// The column in Unicode scalars, from 1; 0 for the whole file.
    package let column: Int
    /// The cause: "`adressing` is not a key"; never a value of a key that may be secret.
    package let message: String
    /// The remedy: "use one of path, virtual".
    package let advice: String

    /// "buckets.ini:5:14", or the file alone for a problem with the whole file.
    package var position: String { line > 0 ? "\(file):\(line):\(column)" : file }

    /// One line: the position, the message and the advice.
    package var description: String { "\(position): \(message); \(advice)" }
}
