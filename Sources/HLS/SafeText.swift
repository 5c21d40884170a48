/// Escapes text of an upload for playlists and WebVTT files.
///
/// All text that is written is escaped here, so that a track's title cannot end a quoted string or begin a line. Scalars are
/// compared, since a quote with an accent, or CR with LF, is one `Character`.
enum SafeText {
    /// Returns text for a quoted string: no line feed, carriage return or double quote (RFC 8216, 4.2).
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

    /// Returns text for a player's menu, truncated to 100 scalars, chosen because menus show fewer.
    ///
    /// - Returns: `nil` if the text has only spaces.
    static func menu(_ text: String) -> String? {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        let scalars = quoted(text).unicodeScalars.drop(while: isSpace).prefix(100)
        guard let last = scalars.lastIndex(where: { !isSpace($0) }) else { return nil }
        return String(Substring(scalars[...last]))
    }

    /// Returns a URI (RFC 3986): other bytes than those of URIs are percent-encoded, `%` itself is not.
    ///
    /// A leading `#` is encoded as well, since it would begin a comment (RFC 8216, 4.1).
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

    /// The characters of RFC 3986, 2.2 and 2.3, and the percent sign.
    private static let allowedInURI = Set<Character>(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%")
}
