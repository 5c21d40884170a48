/// Escaping of text for XML.
public enum XML {
    /// Returns text for XML 1.0; control characters, which XML 1.0 does not allow, become question marks.
    public static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\n", "\t": "\(scalar)"
            case "\u{FFFE}", "\u{FFFF}": "?"
            default: scalar.properties.generalCategory == .control ? "?" : "\(scalar)"
            }
        }.joined()
    }
}
