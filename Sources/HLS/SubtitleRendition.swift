public import MediaUnits

/// One WebVTT track that a viewer can choose: `EXT-X-MEDIA` of type SUBTITLES (RFC 8216, 4.3.4.1).
public struct SubtitleRendition: Hashable, Sendable {
    /// The group that variants name.
    public let groupID: String
    /// What a player's menu shows; unlike every other in its group.
    public internal(set) var name: String
    public let language: LanguageTag?
    /// Shown where the viewer has chosen nothing; at most one in its group.
    public internal(set) var isDefault: Bool
    /// Whether a player may choose it by the viewer's settings alone.
    public let autoselect: Bool
    /// Holds only what is to be read whatever the settings are, such as speech in a foreign tongue.
    public let isForced: Bool
    /// Uniform Type Identifiers with commas between.
    public let characteristics: String?
    /// Of its media playlist, relative to the multivariant playlist.
    public let uri: String

    /// What a track for those who cannot hear is (RFC 8216, 4.3.4.1).
    public static let describesMusicAndSound =
        "public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound"

    /// The name may be anything, as with `AudioRendition`.
    ///
    /// Where nothing is left of it the language's name or "Captions" stands in. The default is always one to autoselect, as RFC
    /// 8216, 4.3.4.1 demands.
    public init(
        groupID: String, name: String, language: LanguageTag?, isDefault: Bool, autoselect: Bool,
        isForced: Bool, characteristics: String? = nil, uri: String
    ) {
        self.groupID = groupID
        self.name = SafeText.menu(name) ?? language?.displayName ?? "Captions"
        self.language = language
        self.isDefault = isDefault
        self.autoselect = autoselect || isDefault
        self.isForced = isForced
        self.characteristics = characteristics
        self.uri = uri
    }

    var line: String {
        var attributes = AttributeListWriter("#EXT-X-MEDIA")
        attributes.add("TYPE", "SUBTITLES")
        attributes.add("GROUP-ID", quoted: groupID)
        attributes.add("NAME", quoted: name)
        if let language { attributes.add("LANGUAGE", quoted: language.tag) }
        attributes.add("DEFAULT", isDefault ? "YES" : "NO")
        attributes.add("AUTOSELECT", autoselect ? "YES" : "NO")
        attributes.add("FORCED", isForced ? "YES" : "NO")
        if let characteristics { attributes.add("CHARACTERISTICS", quoted: characteristics) }
        attributes.add("URI", uri: uri)
        return attributes.text
    }
}
