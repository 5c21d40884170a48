/// Makes text that came from an upload fit to stand in a playlist or a WebVTT file.
///
/// Everything written passes here, so a track's title cannot end a quoted string or begin a line.
/// Works on scalars: to Swift a quote with an accent, or CR with LF, is one character that equals
/// neither part.
enum SafeText {
    /// Text for a quoted string: no line feed, carriage return or double quote (RFC 8216, 4.2).
    ///
    /// Double quotes become single ones. Every control character and line separator becomes a
    /// space: RFC 8216, 4.1 forbids control characters, and some readers end a line at each.
    static func quoted(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar == "\"" ? "'" : scalar)
            }
        }
        return String(scalars)
    }

    /// Text for a player's menu, cut at 100 scalars, chosen because menus show fewer.
    ///
    /// - Returns: `nil` if nothing but spaces is left.
    static func menu(_ text: String) -> String? {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        let scalars = quoted(text).unicodeScalars.drop(while: isSpace).prefix(100)
        guard let last = scalars.lastIndex(where: { !isSpace($0) }) else { return nil }
        return String(Substring(scalars[...last]))
    }

    /// A URI of RFC 3986: bytes that may not stand in one are percent-encoded, `%` itself is kept.
    ///
    /// A leading `#` is encoded as well: it would make the line a comment (RFC 8216, 4.1).
    static func uri(_ text: String) -> String {
        var encoded = ""
        for (index, byte) in text.utf8.enumerated() {
            let character = Character(Unicode.Scalar(byte))
            if allowedInURI.contains(character), !(index == 0 && character == "#") {
                encoded.append(character)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
        return encoded
    }

    /// RFC 3986, 2.2 and 2.3, and the percent sign.
    private static let allowedInURI = Set<Character>(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%")
}
