/// The playlist that a player opens first: what there is to choose from (RFC 8216, 4.3.4).
public struct MultivariantPlaylist: Hashable, Sendable {
    /// The first is what a player starts with.
    public let variants: [Variant]
    public let renditions: [AudioRendition]
    public let subtitles: [SubtitleRendition]
    public let iFrameVariants: [IFrameVariant]
    public let version: Version

    /// The protocol version that it tells.
    public enum Version: Hashable, Sendable {
        /// The newest, for players of fragmented MP4.
        case newest
        /// The lowest that has what it uses (RFC 8216, 7), for players that refuse what is newer than they are.
        case lowest
    }

    /// Where names of renditions repeat in a group they are numbered, and only the group's first
    /// default stays one (RFC 8216, 4.3.4.1.1).
    public init(
        variants: [Variant], renditions: [AudioRendition] = [],
        subtitles: [SubtitleRendition] = [], iFrameVariants: [IFrameVariant] = [],
        version: Version = .newest
    ) {
        self.variants = variants
        self.renditions = RenditionGroups.conforming(renditions)
        self.subtitles = RenditionGroups.conforming(subtitles)
        self.iFrameVariants = iFrameVariants
        self.version = version
    }

    /// The whole playlist, ending with a line feed.
    public var text: String {
        // If one variant says NONE, every one has to (RFC 8216, 4.3.4.2).
        let statesNoCaptions = variants.contains { $0.resolution != nil }
        var lines = [
            "#EXTM3U",
            "#EXT-X-VERSION:\(versionNumber)",
            "#EXT-X-INDEPENDENT-SEGMENTS",  // RFC 8216, 4.3.5.1
        ]
        lines += renditions.map(\.line)
        lines += subtitles.map(\.line)
        lines += variants.flatMap { $0.lines(statesNoCaptions: statesNoCaptions) }
        lines += iFrameVariants.map(\.line)
        return lines.joined(separator: "\n") + "\n"
    }

    private var versionNumber: Int {
        guard version == .lowest else { return PlaylistLines.version }
        let hasRenditions = !renditions.isEmpty || !subtitles.isEmpty
        // Groups of renditions are worth 4; what is left is fit for 3, as the media playlists are.
        return hasRenditions ? 4 : 3
    }
}
