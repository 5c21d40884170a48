internal import HLS

/// Text with tags in angle brackets: the HTML tags of SubRip, and WebVTT cue text (WebVTT, 4.2.2).
///
/// Bold, italic and underline are retained. Tags for fonts, colors, voices, classes and timestamps are removed, and
/// their text is retained. An unknown tag is text.
enum MarkedUpText {
    /// Tags that are removed without effect.
    private static let ignoredTags: Set<String> = [
        "font", "s", "strike", "span", "p", "c", "v", "lang", "ruby", "rt",
    ]
    private static let styles: [String: CueTextBuilder.Style] = [
        "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "u": .underline,
    ]
    /// The longest tag or entity, in scalars; attributes of fonts are short.
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

    /// Applies a tag.
    ///
    /// - Returns: The tag's length in scalars; 0 if the text does not start with a tag.
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
        } else if !ignoredTags.contains(word), !isTime(body) {
            return 0
        }
        return body.count + 2
    }

    /// Returns whether a tag is a timestamp, as for karaoke: `<00:00:01.500>`.
    private static func isTime(_ body: Substring.UnicodeScalarView) -> Bool {
        !body.isEmpty && body.allSatisfy { ("0"..."9").contains($0) || $0 == ":" || $0 == "." }
    }

    /// Returns the length of an ASS override, which many SubRip files have: `{\an8}`.
    private static func override(_ text: Substring.UnicodeScalarView) -> Int {
        guard text.dropFirst().first == "\\", let body = body(text, until: "}") else { return 0 }
        return body.count + 2
    }

    /// Decodes a character reference (WebVTT, 4.2.2), by name or by number.
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

    /// Returns the scalars between the first one and an end; `nil` if the end is too far.
    private static func body(
        _ text: Substring.UnicodeScalarView, until end: Unicode.Scalar
    ) -> Substring.UnicodeScalarView? {
        let inner = text.dropFirst().prefix(longestTag)
        return inner.firstIndex(of: end).map { inner[..<$0] }
    }
}
