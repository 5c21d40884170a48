/// The playlist of all variants and renditions, which players open first (RFC 8216, 4.3.4).
public struct MultivariantPlaylist: Hashable, Sendable {
    /// The variants; players start with the first.
    public let variants: [Variant]
    /// The audio renditions.
    public let renditions: [AudioRendition]
    /// The subtitle renditions.
    public let subtitles: [SubtitleRendition]
    /// The I-frame playlists.
    public let iFrameVariants: [IFrameVariant]
    /// The choice of the protocol version.
    public let version: Version

    /// A choice of the protocol version (RFC 8216, 7).
    public enum Version: Hashable, Sendable {
        /// The newest version, for players of fragmented MP4.
        case newest
        /// The lowest version with the features of the playlist, for players that reject newer versions.
        case lowest
    }

    /// Creates a playlist.
    ///
    /// Duplicate names of renditions in a group are numbered, and only the first default of a group remains one
    /// (RFC 8216, 4.3.4.1.1).
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

    /// The text of the playlist, with a line feed at the end.
    public var text: String {
        // If one variant has CLOSED-CAPTIONS=NONE, all must have it (RFC 8216, 4.3.4.2).
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
        // Groups of renditions need version 4; media playlists have version 3 at least.
        return hasRenditions ? 4 : 3
    }
}
