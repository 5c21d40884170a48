/// The language of a track as a BCP 47 tag in its shortest form: `en`, `pt-BR`, `zh-Hant`, `fil`.
///
/// A tag has at most 11 ASCII letters, digits and hyphens, so it is safe in playlists, paths and HTML for every upload.
public struct LanguageTag: Hashable, Sendable {
    /// Language, script and region in the customary case (RFC 5646, 2.1.1).
    public let tag: String

    /// Reads the language of a track as its file states it.
    ///
    /// Accepts ISO 639-1 (`de`), both kinds of ISO 639-2 (`ger`, `deu`) and BCP 47, also with
    /// underscores (`pt_BR`). Where a language has a two-letter code, that is the tag (RFC 5646,
    /// 2.2.1). Variants, extensions and private subtags are removed (RFC 5646, 4.4.2).
    ///
    /// - Returns: `nil` for `und`, for a two-letter code that does not exist, and for text that is not a tag. Three-letter codes
    ///   without a two-letter form are not checked.
    public init?(_ raw: String) {
        // Containers pad fixed-width fields with spaces or zero bytes.
        let padding: Set<Character> = [" ", "\0"]
        let text = raw.drop(while: padding.contains)
        let end = text.lastIndex { !padding.contains($0) }.map(text.index(after:))
        let subtags = text[..<(end ?? text.endIndex)]
            .split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard subtags.allSatisfy(Self.isSubtag), let primary = subtags.first,
            var language = Self.language(primary)
        else { return nil }

        var rest = subtags.dropFirst()
        if Self.extendable.contains(language), let extended = rest.first, extended.count == 3,
            let replacement = Self.language(extended)
        {
            language = replacement
            rest = rest.dropFirst()
        }
        var tag = language
        if let script = rest.first, script.count == 4, script.allSatisfy(\.isLetter) {
            tag += "-" + script.prefix(1).uppercased() + script.dropFirst().lowercased()
            rest = rest.dropFirst()
        }
        if let region = rest.first, Self.isRegion(region) {
            tag += "-" + region.uppercased()
        }
        self.tag = tag
    }

    /// The language in English, with script and region if the tag has them: `Portuguese (BR)`.
    ///
    /// The name of a language without a two-letter code is its code.
    public var displayName: String {
        let subtags = tag.split(separator: "-").map(String.init)
        let name = Self.table.names[subtags[0]] ?? subtags[0]
        return subtags.count == 1 ? name : "\(name) (\(subtags[1...].joined(separator: ", ")))"
    }

    /// Languages that an extended language subtag may follow: `zh-yue` becomes `yue`.
    ///
    /// They are the prefixes of such subtags in the IANA Language Subtag Registry; RFC 5646, 4.5 requires the shorter form.
    private static let extendable: Set<String> = ["ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"]

    private static func isSubtag(_ text: Substring) -> Bool {
        (1...8).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Returns the shortest code of a language; `nil` if the language is undetermined or the text is not a code.
    private static func language(_ subtag: Substring) -> String? {
        let code = subtag.lowercased()
        guard code.allSatisfy(\.isLetter), code != "und" else { return nil }
        if let short = table.shortest[code] { return short }
        return code.count == 3 ? code : nil
    }

    /// Returns whether text is two letters (ISO 3166-1) or three digits (UN M.49).
    private static func isRegion(_ subtag: Substring) -> Bool {
        subtag.count == 2 && subtag.allSatisfy(\.isLetter)
            || subtag.count == 3 && subtag.allSatisfy(\.isNumber)
    }
}

extension LanguageTag: CustomStringConvertible {
    public var description: String { tag }
}

extension LanguageTag: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = LanguageTag(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a language tag: \(text)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(tag)
    }
}
