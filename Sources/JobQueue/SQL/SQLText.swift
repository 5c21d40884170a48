/// The text of a statement, or a part of it.
///
/// Interpolation writes states as the numbers that are stored, and kinds as texts: `state IN (\(task: .running, .publishing))`,
/// `kind = \(kind: NewTask.cleanup)`.
struct SQLText: Sendable, Hashable, ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    struct Interpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ part: SQLText) { text += part.text }

        /// Appends a text that is not a literal of the program: the caller ensures that it is valid SQL.
        mutating func appendInterpolation(unchecked part: String) { text += part }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Appends the kind of a task as a text in quotes.
        mutating func appendInterpolation(kind: String) {
            text += "'" + kind.replacing("'", with: "''") + "'"
        }

        mutating func appendInterpolation(job states: JobState...) { append(states) }

        mutating func appendInterpolation(jobs states: [JobState]) { append(states) }

        mutating func appendInterpolation(task states: TaskState...) { append(states) }

        mutating func appendInterpolation(admission states: JobAdmission...) { append(states) }

        private mutating func append(_ states: [some RawRepresentable<Int>]) {
            text += states.map { String($0.rawValue) }.joined(separator: ", ")
        }
    }
}

extension [SQLText] {
    /// Returns the texts as one, with a separator between them.
    func joined(separator: SQLText) -> SQLText {
        "\(unchecked: map(\.text).joined(separator: separator.text))"
    }
}
