/// A violation of one rule at one position of a preset.
public struct Problem: Hashable, Sendable {
    /// The path, or the name of a shipped preset, as the caller gave it.
    public let file: String
    /// The line, from 1; 0 for the whole file.
    public let line: Int
    /// The column in Unicode scalars, from 1; 0 for the whole file.
    public let column: Int
    public let rule: Rule
    /// The position of the value in a shipped preset that is extended here: "hls-ladder:12:66".
    public let origin: String?
    /// The cause: "video.gop: `2` is not a time".
    public let message: String
    /// The remedy: "write a number and its unit, such as 2s or 500ms".
    public let advice: String

    public var severity: Severity { rule.severity }

    public init(
        file: String, line: Int, column: Int, origin: String? = nil, rule: Rule, message: String,
        advice: String
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.rule = rule
        self.origin = origin
        self.message = origin.map { "\(message) (\($0))" } ?? message
        self.advice = advice
    }
}

extension Problem {
    init(_ rule: Rule, at location: Location, _ message: String, advice: String) {
        self.init(
            file: location.file, line: location.line, column: location.column,
            origin: location.origin, rule: rule, message: message, advice: advice)
    }

    /// "team.yaml:5:14", or the file alone for a problem with the whole file.
    public var position: String { line > 0 ? "\(file):\(line):\(column)" : file }
}

extension [Problem] {
    /// Returns the problems of a file by position, then those of files that it extends.
    func inOrder(of file: String) -> [Problem] {
        sorted {
            ($0.file == file ? 0 : 1, $0.file, $0.line, $0.column)
                < ($1.file == file ? 0 : 1, $1.file, $1.line, $1.column)
        }
    }
}

extension Problem: CustomStringConvertible {
    /// One line, "team.yaml:5:14: value.type: video.gop: `2` is not a time; write a number and its
    /// unit".
    public var description: String {
        "\(position): \(rule.rawValue): \(message); \(advice)"
    }
}
