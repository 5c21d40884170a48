import MediaUnits

extension MediaPlaylist {
    /// Parses a complete playlist strictly: everything that a client must reject or could play wrongly is an error.
    ///
    /// Unknown tags are ignored (RFC 8216, 6.3.1). Live playlists, encryption, discontinuities,
    /// gaps and a change of the init segment are errors. `minimumTargetDuration` becomes the value of `EXT-X-TARGETDURATION`.
    ///
    /// - Throws: The first error, with its line.
    public init(parsing text: String) throws(PlaylistError) {
        let lines = try PlaylistLines(text)
        var parser = MediaPlaylistParser()
        for (number, content) in lines.lines { try parser.read(content, number) }
        self = try parser.playlist(lastLine: lines.lastNumber)
    }
}

private struct MediaPlaylistParser {
    private var kind = MediaPlaylist.Kind.segments
    private var segments: [Segment] = []
    private var segmentLines: [Int] = []
    private var initialization: InitSegment?
    private var target: Int?
    private var hasEnded = false
    private var total = Rational.zero
    // The tags of the next segment.
    private var duration: Rational?
    private var byteRange: ByteRangeText?

    mutating func read(_ content: PlaylistLines.Content, _ line: Int) throws(PlaylistError) {
        switch content {
        case .uri(let uri): try endSegment(uri, line)
        case .tag(let name, let value): try readTag(name, value, line)
        }
    }

    mutating func playlist(lastLine: Int) throws(PlaylistError) -> MediaPlaylist {
        guard hasEnded else { throw PlaylistError(lastLine, "EXT-X-ENDLIST is missing") }
        guard duration == nil, byteRange == nil else {
            throw PlaylistError(lastLine, "a segment without a URI")
        }
        guard let target else { throw PlaylistError(lastLine, "EXT-X-TARGETDURATION is missing") }
        for (segment, line) in zip(segments, segmentLines)
        where segment.duration.rounded > target {
            throw PlaylistError(line, "the segment is longer than EXT-X-TARGETDURATION")
        }
        return MediaPlaylist(
            segments: segments, initialization: initialization, kind: kind,
            minimumTargetDuration: target)
    }

    private mutating func readTag(
        _ name: String, _ value: Substring, _ line: Int
    ) throws(PlaylistError) {
        switch name {
        case "EXTINF":
            guard duration == nil else {
                throw PlaylistError(line, "no URI after the previous EXTINF")
            }
            duration = DecimalText.number(value.prefix { $0 != "," })
            guard duration != nil else { throw PlaylistError(line, "EXTINF without a duration") }
        case "EXT-X-BYTERANGE":
            byteRange = ByteRangeText(value)
            guard byteRange != nil else {
                throw PlaylistError(line, "invalid byte range: \(value)")
            }
        case "EXT-X-TARGETDURATION":
            guard target == nil else { throw PlaylistError(line, "duplicate \(name)") }
            target = DecimalText.integer(value)
            guard target != nil else { throw PlaylistError(line, "\(name) is not an integer") }
        case "EXT-X-I-FRAMES-ONLY": kind = .iFramesOnly
        case "EXT-X-MAP": try readMap(value, line)
        case "EXT-X-ENDLIST": hasEnded = true
        case "EXT-X-KEY":
            let attributes = try AttributeList(parsing: value, line: line)
            guard try attributes.plain("METHOD") == "NONE" else {
                throw PlaylistError(line, "encrypted segments are not supported")
            }
        case "EXT-X-DISCONTINUITY", "EXT-X-GAP":
            throw PlaylistError(line, "\(name) is not supported")
        case "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-MEDIA":
            // RFC 8216, 4.1: a playlist is a media playlist or a multivariant playlist.
            throw PlaylistError(line, "\(name) in a media playlist")
        default: break
        }
    }

    private mutating func readMap(_ value: Substring, _ line: Int) throws(PlaylistError) {
        let attributes = try AttributeList(parsing: value, line: line)
        var initSegment = InitSegment(uri: try attributes.required("URI", attributes.quoted("URI")))
        if let text = try attributes.quoted("BYTERANGE") {
            initSegment.byteRange = ByteRangeText(text)?.range(after: 0)
            guard initSegment.byteRange != nil else {
                throw PlaylistError(line, "invalid byte range: \(text)")
            }
        }
        guard segments.isEmpty || initSegment == initialization else {
            throw PlaylistError(line, "a change of EXT-X-MAP is not supported")
        }
        initialization = initSegment
    }

    private mutating func endSegment(_ uri: String, _ line: Int) throws(PlaylistError) {
        guard let duration else { throw PlaylistError(line, "no EXTINF before the URI") }
        total = total + duration
        // The limit is chosen so that sums of parsed durations fit 64 bits.
        guard total < Rational(1_000_000_000) else {
            throw PlaylistError(line, "the segments last more than 10^9 s")
        }
        var segment = Segment(uri: uri, duration: duration, byteCount: 0)
        if let byteRange {
            // RFC 8216, 4.3.2.2: a range without an offset follows a range of the same file.
            let previous = segments.last?.uri == uri ? segments.last?.byteRange : nil
            guard let range = byteRange.range(after: previous?.upperBound) else {
                throw PlaylistError(line, "the segment's byte range has no start")
            }
            segment.byteRange = range
            segment.byteCount = range.count
        }
        segments.append(segment)
        segmentLines.append(line)
        self.duration = nil
        self.byteRange = nil
    }
}
