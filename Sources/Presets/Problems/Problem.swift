/// One thing that is wrong with a preset: where, by which rule, and what to write instead.
public struct Problem: Hashable, Sendable {
    /// The file, or the preset's name, as it was given.
    public let file: String
    /// From 1; 0 where the problem is with the whole file.
    public let line: Int
    /// From 1, in Unicode scalars; 0 where the problem is with the whole file.
    public let column: Int
    public let rule: Rule
    /// Where a shipped preset that is extended there has the value: "hls-ladder:12:66".
    public let origin: String?
    /// What is wrong: "video.gop: `2` is not a time".
    public let message: String
    /// What to write instead: "write a number and its unit, such as 2s or 500ms".
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

    /// "team.yaml:5:14", or the file alone where the problem is with all of it.
    public var place: String { line > 0 ? "\(file):\(line):\(column)" : file }
}

extension [Problem] {
    /// Those of a file by their positions, then those of files that it extends.
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
        "\(place): \(rule.rawValue): \(message); \(advice)"
    }
}
