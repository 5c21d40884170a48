/// Text from an upload as media info has it: one line, of a length that fits a message.
enum PlainText {
    /// Scalars of a line, chosen because no title is longer.
    private static let maximumLength = 200
    /// UTF-8 bytes that so many scalars have at most.
    static let maximumBytes = 4 * maximumLength

    /// The text's beginning, with a space for every control character and line separator.
    static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maximumLength) {
            scalars.append(isControl(scalar) ? " " : scalar)
        }
        return String(scalars)
    }

    /// Whether a scalar may end a line, or be a command to a terminal.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
