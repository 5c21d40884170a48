/// A workflow command, which GitHub shows in a file of a pull request.
public struct GitHubCommand: CustomStringConvertible {
    private let level: String
    private let properties: [(name: String, value: String)]
    private let message: String

    /// Creates a command with a message about a file.
    ///
    /// - Parameters:
    ///   - level: `error`, `warning` or `notice`.
    ///   - file: The path relative to the repository's root.
    ///   - position: Line and column from 1; `nil` for the whole file.
    ///   - title: The title of the message.
    ///   - message: The message.
    public init(
        _ level: String, file: String, position: (line: Int, column: Int)? = nil, title: String,
        _ message: String
    ) {
        self.level = level
        self.message = message
        // GitHub needs paths relative to the repository.
        let path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
        var properties = [("file", path)]
        if let position {
            properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
        }
        self.properties = properties + [("title", title)]
    }

    public var description: String {
        let list = properties.map { "\($0.name)=\(Self.property($0.value))" }
        return "::\(level) \(list.joined(separator: ","))::\(Self.data(message))"
    }

    /// Escapes line breaks, which would end the command, and percent signs.
    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A")
            .replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
