/// A violation of a rule in a file of a package.
package struct ConformanceFinding: Sendable, Hashable {
    package let rule: ConformanceRule
    /// The file's path in the package.
    package let file: String
    /// The number of the playlist's line, from 1.
    package let line: Int?
    /// The position of a box in its file, in bytes.
    package let offset: Int64?
    /// What the file has, on one line without control characters.
    package let message: String

    init(
        _ rule: ConformanceRule, _ file: String, line: Int? = nil, offset: Int64? = nil,
        _ message: String
    ) {
        self.rule = rule
        self.file = Self.printable(file, limit: 1000)
        self.line = line
        self.offset = offset
        self.message = Self.printable(message, limit: 300)
    }

    /// Returns text of a package without control characters, which could change a terminal's state.
    private static func printable(_ text: String, limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
