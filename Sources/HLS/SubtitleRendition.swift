public import MediaUnits

/// One WebVTT track that a viewer can choose: `EXT-X-MEDIA` of type SUBTITLES (RFC 8216, 4.3.4.1).
public struct SubtitleRendition: Hashable, Sendable {
    /// The group that variants name.
    public let groupID: String
    /// The name in a player's menu, unique in its group.
    public internal(set) var name: String
    /// The language; `nil` if it is unknown.
    public let language: LanguageTag?
    /// Whether players choose the rendition without a choice by the viewer; at most one of a group is the default.
    public internal(set) var isDefault: Bool
    /// Whether players may choose the rendition by the viewer's settings.
    public let autoselect: Bool
    /// Whether players show the rendition for every setting, since it has only essential text, such as translations of foreign
    /// speech.
    public let isForced: Bool
    /// Uniform Type Identifiers, separated by commas.
    public let characteristics: String?
    /// The URI of the media playlist, relative to the multivariant playlist.
    public let uri: String

    /// The characteristics of captions for the deaf and hard of hearing (RFC 8216, 4.3.4.1).
    public static let describesMusicAndSound =
        "public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound"

    /// Creates a rendition, whose name may be any text, as that of `AudioRendition`.
    ///
    /// An empty name is replaced by the language's name or "Captions". The default rendition always has AUTOSELECT=YES
    /// (RFC 8216, 4.3.4.1).
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
