internal import HLS

/// Cue text with tags in angle brackets: SubRip's few of HTML, WebVTT's own (WebVTT, 4.2.2).
///
/// Bold, italic and underlined text stay so. Fonts, colors, voices, classes and times inside of a cue are dropped,
/// their text is kept; what only looks like a tag is text.
enum MarkedUpText {
    /// Tags that mean nothing here.
    private static let dropped: Set<String> = [
        "font", "s", "strike", "span", "p", "c", "v", "lang", "ruby", "rt",
    ]
    private static let styles: [String: CueTextBuilder.Style] = [
        "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "u": .underline,
    ]
    /// Scalars of a tag or entity that are looked through for its end; attributes of fonts are short.
    private static let longestTag = 200

    static func cueText(_ text: String, decodingEntities: Bool) -> String? {
        var builder = CueTextBuilder()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            let length =
                switch scalar {
                case "<": tag(rest, &builder)
                case "{": override(rest)
                case "&" where decodingEntities: entity(rest, &builder)
                default: 0
                }
            if length == 0 { builder.append(scalar) }
            rest = rest.dropFirst(max(1, length))
        }
        return builder.finish()
    }

    /// - Returns: Scalars that the tag takes; 0 if it is none.
    private static func tag(
        _ text: Substring.UnicodeScalarView, _ builder: inout CueTextBuilder
    ) -> Int {
        guard let body = body(text, until: ">") else { return 0 }
        let isClosing = body.first == "/"
        let name = body.dropFirst(isClosing ? 1 : 0).prefix { $0.properties.isAlphabetic }
        let word = String(name).lowercased()
        if let style = styles[word] {
            builder.set(style, !isClosing)
        } else if word == "br" {
            builder.append("\n")
        } else if !dropped.contains(word), !isTime(body) {
            return 0
        }
        return body.count + 2
    }

    /// A time inside of a cue: `<00:00:01.500>`, for karaoke.
    private static func isTime(_ body: Substring.UnicodeScalarView) -> Bool {
        !body.isEmpty && body.allSatisfy { ("0"..."9").contains($0) || $0 == ":" || $0 == "." }
    }

    /// An override of ASS, which many SubRip files have: `{\an8}`.
    private static func override(_ text: Substring.UnicodeScalarView) -> Int {
        guard text.dropFirst().first == "\\", let body = body(text, until: "}") else { return 0 }
        return body.count + 2
    }

    /// A character reference of WebVTT, 4.2.2: by name or by number.
    private static func entity(
        _ text: Substring.UnicodeScalarView, _ builder: inout CueTextBuilder
    ) -> Int {
        guard let body = body(text, until: ";").map(String.init) else { return 0 }
        let named: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
            "lrm": "\u{200E}", "rlm": "\u{200F}",
        ]
        let number =
            body.hasPrefix("#x") || body.hasPrefix("#X")
            ? UInt32(body.dropFirst(2), radix: 16)
            : body.hasPrefix("#") ? UInt32(body.dropFirst()) : nil
        guard let scalar = named[body] ?? number.flatMap(Unicode.Scalar.init) else { return 0 }
        builder.append(scalar)
        return body.unicodeScalars.count + 2
    }

    /// What stands between the first scalar and an end; `nil` without one near.
    private static func body(
        _ text: Substring.UnicodeScalarView, until end: Unicode.Scalar
    ) -> Substring.UnicodeScalarView? {
        let inner = text.dropFirst().prefix(longestTag)
        return inner.firstIndex(of: end).map { inner[..<$0] }
    }
}
