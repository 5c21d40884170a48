extension MultivariantPlaylist {
    /// Parses a multivariant playlist strictly: everything that a client must reject is an error.
    ///
    /// Unknown tags and attributes are ignored (RFC 8216, 6.3.1), and so are renditions other than
    /// audio, such as subtitles.
    ///
    /// - Throws: The first error, with its line.
    public init(parsing text: String) throws(PlaylistError) {
        let lines = try PlaylistLines(text)
        var parser = MultivariantPlaylistParser()
        for (number, content) in lines.lines { try parser.read(content, number) }
        self = try parser.playlist(lastLine: lines.lastNumber)
    }
}

private struct MultivariantPlaylistParser {
    private var variants: [(line: Int, variant: Variant)] = []
    private var renditions: [AudioRendition] = []
    private var iFrameVariants: [IFrameVariant] = []
    /// The attributes of the next variant.
    private var attributes: AttributeList?

    mutating func read(_ content: PlaylistLines.Content, _ line: Int) throws(PlaylistError) {
        switch (content, attributes) {
        case (.uri(let uri), let attributes?):
            variants.append((attributes.line, try Variant(attributes, uri: uri)))
            self.attributes = nil
        case (.uri, nil): throw PlaylistError(line, "no EXT-X-STREAM-INF before the URI")
        case (.tag, _?):
            // RFC 8216, 4.3.4.2: the URI is on the next line.
            throw PlaylistError(line, "a tag between EXT-X-STREAM-INF and its URI")
        case (.tag(let name, let value), nil): try readTag(name, value, line)
        }
    }

    func playlist(lastLine: Int) throws(PlaylistError) -> MultivariantPlaylist {
        guard attributes == nil else { throw PlaylistError(lastLine, "a variant without a URI") }
        guard !variants.isEmpty else { throw PlaylistError(lastLine, "no variants") }
        let groups = Set(renditions.map(\.groupID))
        for (line, variant) in variants {
            // RFC 8216, 4.3.4.2: the value must match a GROUP-ID.
            if let group = variant.audioGroup, !groups.contains(group) {
                throw PlaylistError(line, "no AUDIO group has the GROUP-ID \(group)")
            }
        }
        return MultivariantPlaylist(
            variants: variants.map(\.variant), renditions: renditions,
            iFrameVariants: iFrameVariants)
    }

    private mutating func readTag(
        _ name: String, _ value: Substring, _ line: Int
    ) throws(PlaylistError) {
        switch name {
        case "EXT-X-STREAM-INF": attributes = try AttributeList(parsing: value, line: line)
        case "EXT-X-I-FRAME-STREAM-INF":
            iFrameVariants.append(try IFrameVariant(AttributeList(parsing: value, line: line)))
        case "EXT-X-MEDIA":
            let attributes = try AttributeList(parsing: value, line: line)
            let type = try attributes.required("TYPE", attributes.plain("TYPE"))
            if type == "AUDIO" { try append(AudioRendition(attributes), line) }
        case "EXTINF", "EXT-X-TARGETDURATION":
            // RFC 8216, 4.1: a playlist is a media playlist or a multivariant playlist.
            throw PlaylistError(line, "\(name) in a multivariant playlist")
        default: break
        }
    }

    /// Adds a rendition; in a group, names are unique, and at most one rendition is the default (RFC 8216, 4.3.4.1.1).
    private mutating func append(
        _ rendition: AudioRendition, _ line: Int
    ) throws(PlaylistError) {
        for other in renditions where other.groupID == rendition.groupID {
            guard other.name != rendition.name else {
                throw PlaylistError(line, "duplicate NAME in a group: \(rendition.name)")
            }
            guard !(other.isDefault && rendition.isDefault) else {
                throw PlaylistError(line, "duplicate DEFAULT=YES in a group")
            }
        }
        renditions.append(rendition)
    }
}
