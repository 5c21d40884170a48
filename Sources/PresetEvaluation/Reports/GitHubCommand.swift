/// A workflow command, which GitHub shows beside a file of a pull request.
public struct GitHubCommand: CustomStringConvertible {
    private let level: String
    private let properties: [(name: String, value: String)]
    private let message: String

    /// A command that says something about a file.
    ///
    /// - Parameters:
    ///   - level: `error`, `warning` or `notice`.
    ///   - file: Below the repository's root.
    ///   - place: Line and column from 1; `nil`: the whole file.
    ///   - title: Above the message.
    ///   - message: What is wrong.
    public init(
        _ level: String, file: String, place: (line: Int, column: Int)? = nil, title: String,
        _ message: String
    ) {
        self.level = level
        self.message = message
        // GitHub knows files by their paths in the repository only.
        let path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
        var properties = [("file", path)]
        if let place { properties += [("line", "\(place.line)"), ("col", "\(place.column)")] }
        self.properties = properties + [("title", title)]
    }

    public var description: String {
        let list = properties.map { "\($0.name)=\(Self.property($0.value))" }
        return "::\(level) \(list.joined(separator: ","))::\(Self.data(message))"
    }

    /// Line breaks would end the command, a percent sign begins an escape.
    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A")
            .replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
