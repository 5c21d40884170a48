public import MediaUnits

/// One audio track that a viewer can choose: `EXT-X-MEDIA` of type AUDIO (RFC 8216, 4.3.4.1).
public struct AudioRendition: Hashable, Sendable {
    /// The group that variants name.
    public let groupID: String
    /// What a player's menu shows; unlike every other in its group.
    public internal(set) var name: String
    public let language: LanguageTag?
    /// Played where the viewer has chosen nothing; at most one in its group.
    public internal(set) var isDefault: Bool
    /// Whether a player may choose it by the viewer's settings alone.
    public let autoselect: Bool
    /// How many; `nil` if a parsed playlist does not say.
    public let channels: Int?
    /// Of its media playlist, relative to the multivariant playlist.
    ///
    /// `nil`: it stands in the variants' own segments (RFC 8216, 4.3.4.2.1).
    public let uri: String?
    /// Uniform Type Identifiers with commas between: `public.accessibility.describes-video`.
    public let characteristics: String?

    /// The name may be a track's title as the upload has it, whatever that is.
    ///
    /// Quotes and control characters in it are replaced, it is cut at 100 scalars (chosen because
    /// menus show fewer), and where nothing is left the language's name or "Audio" stands in. The
    /// default is always one to autoselect, as RFC 8216, 4.3.4.1 demands.
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
            // Parameters behind the count, as in "6/JOC", are for codecs that we do not write.
            channels: channels.flatMap { DecimalText.integer($0.prefix { $0 != "/" }) },
            uri: try attributes.quoted("URI"),
            characteristics: try attributes.quoted("CHARACTERISTICS"))
    }
}
