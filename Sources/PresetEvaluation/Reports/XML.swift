/// Text in XML.
public enum XML {
    /// Control characters cannot be in XML 1.0, not even escaped.
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
