/// Which attributes have values in quotes, by their names (RFC 8216, 4.3; RFC 8216bis, 4.4).
enum AttributeSyntax {
    private static let quoted: Set = [
        "ALLOWED-CPC", "ASSOC-LANGUAGE", "AUDIO", "BYTERANGE", "CHANNELS", "CHARACTERISTICS",
        "CLASS", "CODECS", "DATA-ID", "END-DATE", "GROUP-ID", "ID", "IMPORT", "INSTREAM-ID",
        "KEYFORMAT", "KEYFORMATVERSIONS", "LANGUAGE", "NAME", "PATHWAY-ID", "QUERYPARAM",
        "REQ-VIDEO-LAYOUT", "STABLE-RENDITION-ID", "STABLE-VARIANT-ID", "START-DATE", "SUBTITLES",
        "SUPPLEMENTAL-CODECS", "URI", "VALUE", "VIDEO",
    ]
    private static let plain: Set = [
        "AUTOSELECT", "AVERAGE-BANDWIDTH", "BANDWIDTH", "DEFAULT", "DURATION", "END-ON-NEXT",
        "FORCED", "FRAME-RATE", "HDCP-LEVEL", "IV", "METHOD", "PLANNED-DURATION", "RESOLUTION",
        "SCORE", "TIME-OFFSET", "TYPE", "VIDEO-RANGE",
    ]

    /// Returns why a value cannot be that of an attribute; `nil` if it can.
    static func problem(_ name: String, _ value: Substring.UTF8View, isQuoted: Bool) -> String? {
        if isQuoted {
            if name == "URI", value.isEmpty { return "URI is empty" }
            let isPlain =
                plain.contains(name)
                || name == "CLOSED-CAPTIONS" && value.elementsEqual("NONE".utf8)
            return isPlain ? "\(name) has a value in quotes" : nil
        }
        if name == "CLOSED-CAPTIONS" {
            return value.elementsEqual("NONE".utf8) ? nil : "\(name) is neither NONE nor in quotes"
        }
        return quoted.contains(name) ? "\(name) has a value without quotes" : nil
    }
}
