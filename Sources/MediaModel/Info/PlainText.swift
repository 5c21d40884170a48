/// Text from an upload, shortened to one line of a message.
package enum PlainText {
    /// The most scalars of a line; chosen because titles are shorter.
    private static let maximumLength = 200
    /// The most UTF-8 bytes of a line.
    package static let maximumBytes = 4 * maximumLength

    /// Returns the start of a text, with a space for each control character and line separator.
    package static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maximumLength) {
            scalars.append(isControl(scalar) ? " " : scalar)
        }
        return String(scalars)
    }

    /// Returns whether a scalar can end a line or control a terminal.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
