public import MediaUnits

/// One audio track that a viewer can choose: `EXT-X-MEDIA` of type AUDIO (RFC 8216, 4.3.4.1).
public struct AudioRendition: Hashable, Sendable {
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
    /// The number of channels; `nil` if a parsed playlist does not state it.
    public let channels: Int?
    /// The URI of the media playlist, relative to the multivariant playlist; `nil` for audio in the variants' own segments
    /// (RFC 8216, 4.3.4.2.1).
    public let uri: String?
    /// Uniform Type Identifiers, separated by commas: `public.accessibility.describes-video`.
    public let characteristics: String?

    /// Creates a rendition, whose name may be any text, such as the title of an upload's track.
    ///
    /// Quotes and control characters in the name are replaced, and the name is truncated to 100 scalars (chosen because menus
    /// show fewer). An empty name is replaced by the language's name or "Audio". The default rendition always has
    /// AUTOSELECT=YES (RFC 8216, 4.3.4.1).
    public init(
        groupID: String, name: String, language: LanguageTag?, isDefault: Bool, autoselect: Bool,
        channels: Int?, uri: String?, characteristics: String? = nil
    ) {
        self.groupID = groupID
        self.name = SafeText.menu(name) ?? language?.displayName ?? "Audio"
        self.language = language
        self.isDefault = isDefault
        self.autoselect = autoselect || isDefault
        self.channels = channels
        self.uri = uri
        self.characteristics = characteristics
    }

    var line: String {
        var attributes = AttributeListWriter("#EXT-X-MEDIA")
        attributes.add("TYPE", "AUDIO")
        attributes.add("GROUP-ID", quoted: groupID)
        attributes.add("NAME", quoted: name)
        if let language { attributes.add("LANGUAGE", quoted: language.tag) }
        attributes.add("DEFAULT", isDefault ? "YES" : "NO")
        attributes.add("AUTOSELECT", autoselect ? "YES" : "NO")
        if let channels { attributes.add("CHANNELS", quoted: "\(channels)") }
        if let characteristics { attributes.add("CHARACTERISTICS", quoted: characteristics) }
        if let uri { attributes.add("URI", uri: uri) }
        return attributes.text
    }

    init(_ attributes: AttributeList) throws(PlaylistError) {
        let channels = try attributes.quoted("CHANNELS")
        self.init(
            groupID: try attributes.required("GROUP-ID", attributes.quoted("GROUP-ID")),
            name: try attributes.required("NAME", attributes.quoted("NAME")),
            language: try attributes.quoted("LANGUAGE").flatMap { LanguageTag($0) },
            isDefault: try attributes.flag("DEFAULT"),
            autoselect: try attributes.flag("AUTOSELECT"),
            // Parameters after the count, as in "6/JOC", are for other codecs than those of this module.
            channels: channels.flatMap { DecimalText.integer($0.prefix { $0 != "/" }) },
            uri: try attributes.quoted("URI"),
            characteristics: try attributes.quoted("CHARACTERISTICS"))
    }
}
