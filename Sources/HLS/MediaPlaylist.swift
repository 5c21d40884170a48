public import MediaUnits

/// The segments of one rendition as a video-on-demand playlist (RFC 8216, 4.3.2 and 4.3.3).
public struct MediaPlaylist: Hashable, Sendable {
    /// The kind of a playlist's entries.
    public enum Kind: Hashable, Sendable {
        /// Segments of video or audio, played one after another.
        case segments
        /// One entry for each I-frame, for seeking and fast playback (RFC 8216, 4.3.3.6): the byte range of a whole fragment in
        /// a normal segment, with the duration until the next entry's frame.
        case iFramesOnly
    }

    public var kind: Kind
    /// The segments in the order of playback.
    public var segments: [Segment]
    /// The init segment; `nil` for segments that need none, as in MPEG-TS.
    public var initialization: InitSegment?
    /// The minimum of `targetDuration`, in seconds.
    ///
    /// All playlists of a package, except for I-frame playlists, must have the same target duration (RFC 8216, 6.2.4). A long last
    /// segment raises only that of its own playlist, so the largest one is the minimum for all.
    public var minimumTargetDuration: Int

    /// The cue points, in order, at times of the playlist; parsing does not read them.
    public var cuePoints: [CuePoint] = []
    /// Whether the playlist has the date of its start, as all playlists of a package must have if one of them has
    /// `EXT-X-DATERANGE` (RFC 8216bis, 4.4.5.1 and 6.2.4).
    public var hasDate = false

    public init(
        segments: [Segment], initialization: InitSegment? = nil, kind: Kind = .segments,
        minimumTargetDuration: Int = 1
    ) {
        self.kind = kind
        self.segments = segments
        self.initialization = initialization
        self.minimumTargetDuration = minimumTargetDuration
    }

    /// The exact duration of all segments together, in seconds.
    public var duration: Rational { segments.reduce(.zero) { $0 + $1.duration } }

    /// The segments with the durations of `EXTINF` in `text`.
    ///
    /// Bit rates are computed from these durations, so that a client never measures more than the multivariant playlist
    /// declares.
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

    /// The target duration in seconds, which no `EXTINF`, rounded to an integer, exceeds (RFC 8216, 4.3.3.1).
    ///
    /// The minimum is 1, chosen because players derive intervals from the target duration.
    public var targetDuration: Int {
        printedDurations.reduce(max(1, minimumTargetDuration)) { target, microseconds in
            max(target, Rational(microseconds, Self.microsecondsInSecond).rounded)
        }
    }

    /// The text of the playlist, with a line feed at the end.
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
        if hasDate { lines.append("#EXT-X-PROGRAM-DATE-TIME:\(ProgramDate.text(.zero))") }
        let tags = CuePointTags(cuePoints, segments)
        for (index, (segment, microseconds)) in zip(segments, printedDurations).enumerated() {
            lines += tags.lines(before: index)
            lines.append("#EXTINF:\(DecimalText.fixed(microseconds, decimals: 6)),")
            if let range = segment.byteRange {
                lines.append("#EXT-X-BYTERANGE:\(ByteRangeText.text(range))")
            }
            lines.append(SafeText.uri(segment.uri))
        }
        lines += tags.lines(before: segments.count)
        lines.append("#EXT-X-ENDLIST")  // RFC 8216, 4.3.3.4
        return lines.joined(separator: "\n") + "\n"
    }

    /// The protocol version: the lowest with the features of the playlist (RFC 8216, 7); for fragmented MP4 the newest, since its
    /// players support that.
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
    /// The ends of segments are rounded and not their durations, so that rounding errors do not add up: every run of printed
    /// durations is exact to 1 us, the total to 0.5 us.
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
