public import MediaUnits

/// The segments of one rendition as a video-on-demand playlist (RFC 8216, 4.3.2 and 4.3.3).
public struct MediaPlaylist: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Segments of video or audio, played one after another.
        case segments
        /// One entry for each I-frame, for seeking and fast playback (RFC 8216, 4.3.3.6): the byte
        /// range of a whole fragment in a normal segment, lasting until the next entry's frame.
        case iFramesOnly
    }

    public var kind: Kind
    public var segments: [Segment]
    /// `nil` for segments that need none, as in MPEG-TS.
    public var initialization: InitSegment?
    /// Seconds that `targetDuration` does not fall below.
    ///
    /// All playlists of a package but I-frame playlists have one target duration (RFC 8216, 6.2.4),
    /// while a long last segment raises only its own: give every one the largest.
    public var minimumTargetDuration: Int

    public init(
        segments: [Segment], initialization: InitSegment? = nil, kind: Kind = .segments,
        minimumTargetDuration: Int = 1
    ) {
        self.kind = kind
        self.segments = segments
        self.initialization = initialization
        self.minimumTargetDuration = minimumTargetDuration
    }

    /// Seconds of all segments together, exact.
    public var duration: Rational { segments.reduce(.zero) { $0 + $1.duration } }

    /// The segments as clients know them, with the durations that `text` has in `EXTINF`.
    ///
    /// Bit rates are computed from these, so that a client which measures them again never finds more than what the
    /// multivariant playlist declares.
    public var printedSegments: [Segment] {
        zip(segments, printedDurations).map { segment, microseconds in
            var printed = segment
            printed.duration = Rational(microseconds, Self.microsecondsInSecond)
            return printed
        }
    }

    /// The peak bit rate of the segments as printed, in bits per second, rounded up.
    public var peakBandwidth: Int {
        Bandwidth.peak(of: printedSegments, targetDuration: targetDuration)
    }

    /// The average bit rate of the segments as printed, in bits per second, rounded up.
    public var averageBandwidth: Int { Bandwidth.average(of: printedSegments) }

    /// Whole seconds that no `EXTINF`, as printed and rounded, exceeds (RFC 8216, 4.3.3.1).
    ///
    /// At least 1, chosen because players derive waiting times from it and 0 leaves none.
    public var targetDuration: Int {
        printedDurations.reduce(max(1, minimumTargetDuration)) { target, microseconds in
            max(target, Rational(microseconds, Self.microsecondsInSecond).rounded)
        }
    }

    /// The whole playlist, ending with a line feed.
    public var text: String {
        var lines = [
            "#EXTM3U",
            "#EXT-X-VERSION:\(version)",
            "#EXT-X-TARGETDURATION:\(targetDuration)",
            "#EXT-X-MEDIA-SEQUENCE:0",  // RFC 8216, 4.3.3.2
            "#EXT-X-PLAYLIST-TYPE:VOD",  // RFC 8216, 4.3.3.5
            "#EXT-X-INDEPENDENT-SEGMENTS",  // RFC 8216, 4.3.5.1
        ]
        if kind == .iFramesOnly { lines.append("#EXT-X-I-FRAMES-ONLY") }
        if let initialization { lines.append(Self.mapTag(initialization)) }
        for (segment, microseconds) in zip(segments, printedDurations) {
            lines.append("#EXTINF:\(DecimalText.fixed(microseconds, places: 6)),")
            if let range = segment.byteRange {
                lines.append("#EXT-X-BYTERANGE:\(ByteRangeText.text(range))")
            }
            lines.append(SafeText.uri(segment.uri))
        }
        lines.append("#EXT-X-ENDLIST")  // RFC 8216, 4.3.3.4
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lowest that has what it uses (RFC 8216, 7), but for fragmented MP4, whose players are newer.
    private var version: Int {
        if initialization != nil { return PlaylistLines.version }
        let fractionalDurations = 3
        let iFramesAndByteRanges = 4
        let hasRanges = segments.contains { $0.byteRange != nil }
        return kind == .iFramesOnly || hasRanges ? iFramesAndByteRanges : fractionalDurations
    }

    private static let microsecondsInSecond = 1_000_000

    /// The `EXTINF` of each segment in microseconds.
    ///
    /// Not each duration is rounded but the time at which each segment ends, so that rounding
    /// errors never add up: any run of printed durations is within 1 us of the truth, the total
    /// within 0.5 us.
    private var printedDurations: [Int] {
        var end = Rational.zero
        var printedEnd = 0
        return segments.map { segment in
            end = end + segment.duration
            let start = printedEnd
            printedEnd = (end * Self.microsecondsInSecond).rounded
            return printedEnd - start
        }
    }

    private static func mapTag(_ initialization: InitSegment) -> String {
        var attributes = AttributeListWriter("#EXT-X-MAP")
        attributes.add("URI", uri: initialization.uri)
        if let range = initialization.byteRange {
            attributes.add("BYTERANGE", quoted: ByteRangeText.text(range))
        }
        return attributes.text
    }
}
