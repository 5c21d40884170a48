import Foundation

/// A media playlist, with findings for each line that does not conform (RFC 8216, 4.3.2 and 4.3.3).
struct ListedMediaPlaylist {
    private(set) var segments: [ListedSegment] = []
    /// In seconds; `nil` if the tag is missing or invalid.
    private(set) var targetDuration: Int?
    private(set) var isIFramesOnly = false
    /// Whether it has `EXT-X-INDEPENDENT-SEGMENTS`.
    private(set) var isIndependent = false
    /// Whether it has all its segments, by `EXT-X-ENDLIST`.
    private(set) var hasEnd = false
    private(set) var dates: DateTags
    private(set) var version: PlaylistVersion
    /// The tolerance of listed durations, in seconds: half a second of rounding before version 3 (RFC 8216, 4.3.2.1), and the
    /// frames of AAC.
    var durationTolerance: Double { version.number < 3 ? 0.6 : 0.1 }

    private let file: String
    private var findings: FindingList
    private var hasType = false
    private var isVOD = false
    // The tags before the next URI.
    private var duration: Double?
    private var hasDuration = false
    private var byteRange: String?
    private var isDiscontinuous = false
    private var isEncrypted = false
    private var isGap = false
    private var position = 0.0
    private var hasDiscontinuity = false
    private var initSegment: ListedInitSegment?
    private var previous: (uri: String, end: Int64)?

    init(_ text: PlaylistText, findings: inout FindingList) {
        file = text.file
        self.findings = findings
        dates = DateTags(file: text.file)
        version = text.version
        for (number, content) in text.lines {
            switch content {
            case .tag(let name, let value): read(name, value, at: number)
            case .uri(let uri): addSegment(uri, at: number)
            }
        }
        checkEnd()
        findings = self.findings
    }

    private mutating func read(_ name: String, _ value: String, at line: Int) {
        switch name {
        case "#EXT-X-TARGETDURATION": readTargetDuration(value, at: line)
        case "#EXTINF": readDuration(value, at: line)
        case "#EXT-X-BYTERANGE":
            byteRange = value
            version.need(4, "EXT-X-BYTERANGE", at: line)
        case "#EXT-X-DISCONTINUITY": (isDiscontinuous, hasDiscontinuity) = (true, true)
        case "#EXT-X-GAP": isGap = true
        case "#EXT-X-INDEPENDENT-SEGMENTS": isIndependent = true
        case "#EXT-X-KEY": readKey(value, at: line)
        case "#EXT-X-PROGRAM-DATE-TIME":
            dates.readDate(value, at: line, position: position, findings: &findings)
        case "#EXT-X-DATERANGE": dates.readRange(value, at: line, findings: &findings)
        case "#EXT-X-MAP": readInitSegment(value, at: line)
        case "#EXT-X-I-FRAMES-ONLY":
            isIFramesOnly = true
            version.need(4, "EXT-X-I-FRAMES-ONLY", at: line)
        case "#EXT-X-ENDLIST": hasEnd = true
        case "#EXT-X-PLAYLIST-TYPE":
            isVOD = value == "VOD"
            hasType = true
            if !isVOD, value != "EVENT" { invalid(name, value, at: line) }
        case "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-DISCONTINUITY-SEQUENCE":
            readSequence(name, value, at: line)
        case "#EXT-X-STREAM-INF", "#EXT-X-MEDIA", "#EXT-X-I-FRAME-STREAM-INF",
            "#EXT-X-SESSION-DATA", "#EXT-X-SESSION-KEY":
            findings.add(.mixedTags, file, line: line, "\(name) in a media playlist")
        default: break
        }
    }

    private mutating func readTargetDuration(_ value: String, at line: Int) {
        if targetDuration != nil {
            findings.add(
                .targetDurationMissing, file, line: line, "duplicate EXT-X-TARGETDURATION")
        }
        guard let number = Int(value), (0...86_400).contains(number) else {
            invalid("#EXT-X-TARGETDURATION", value, at: line)
            return
        }
        targetDuration = number
    }

    private mutating func readDuration(_ value: String, at line: Int) {
        if hasDuration { findings.add(.durationMissing, file, line: line, "EXTINF without a URI") }
        hasDuration = true
        let parts = value.split(
            separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.first ?? ""
        if parts.count < 2 {
            findings.add(.badValue, file, line: line, "EXTINF without a comma: \(value)")
        }
        let isDecimal = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
        }
        guard isDecimal, let number = Double(text), (0...86_400).contains(number) else {
            invalid("#EXTINF", value, at: line)
            return
        }
        duration = number
        if text.contains(".") { version.need(3, "a decimal EXTINF", at: line) }
    }

    private mutating func readInitSegment(_ value: String, at line: Int) {
        let attributes = TagAttributes(value, file: file, line: line, findings: &findings)
        guard let uri = attributes["URI"] else {
            findings.add(.attributeMissing, file, line: line, "EXT-X-MAP without URI")
            return
        }
        let range = attributes["BYTERANGE"].flatMap { self.range($0, of: uri, at: line, start: 0) }
        initSegment = ListedInitSegment(line: line, uri: uri, byteRange: range)
    }

    private mutating func addSegment(_ uri: String, at line: Int) {
        if !hasDuration {
            findings.add(.durationMissing, file, line: line, "no EXTINF before \(uri)")
        }
        var range: Range<Int64>?
        if let byteRange {
            let start = previous.flatMap { $0.uri == uri ? $0.end : nil }
            range = self.range(byteRange, of: uri, at: line, start: start)
        }
        previous = range.map { (uri, $0.upperBound) }
        segments.append(
            ListedSegment(
                line: line, uri: uri, duration: duration, byteRange: range,
                initSegment: initSegment, isDiscontinuous: isDiscontinuous,
                isEncrypted: isEncrypted, isGap: isGap))
        position += duration ?? 0
        (duration, hasDuration, byteRange) = (nil, false, nil)
        (isDiscontinuous, isGap) = (false, false)
    }

    private mutating func readKey(_ value: String, at line: Int) {
        let key = KeyTag("#EXT-X-KEY", value, file: file, line: line, findings: &findings)
        isEncrypted = key.encryptsSegments
        if key.hasInitializationVector { version.need(2, "IV", at: line) }
        if key.hasFormat { version.need(5, "KEYFORMAT", at: line) }
    }

    private mutating func readSequence(_ name: String, _ value: String, at line: Int) {
        if UInt64(value) == nil { invalid(name, value, at: line) }
        let isLate =
            !segments.isEmpty || name == "#EXT-X-DISCONTINUITY-SEQUENCE" && hasDiscontinuity
        if isLate {
            findings.add(
                .sequencePosition, file, line: line, "\(name) after a segment or discontinuity")
        }
    }

    private mutating func range(
        _ text: String, of uri: String, at line: Int, start: Int64?
    ) -> Range<Int64>? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let count = Int64(first), count > 0 else {
            invalid("the byte range", text, at: line)
            return nil
        }
        let written = parts.count == 2 ? Int64(parts[1]) : start
        guard let begin = written else {
            findings.add(.byteRangeStart, file, line: line, "byte range \(text) of \(uri)")
            return nil
        }
        let (end, overflow) = begin.addingReportingOverflow(count)
        guard begin >= 0, !overflow else {
            invalid("the byte range", text, at: line)
            return nil
        }
        return begin..<end
    }

    private mutating func checkEnd() {
        if hasDuration { findings.add(.durationMissing, file, "the last EXTINF has no URI") }
        if segments.isEmpty { findings.add(.noSegments, file, "the playlist has no segments") }
        dates.checkEnd(findings: &findings)
        if hasEnd, !hasType {
            findings.add(
                .playlistTypeMissing, file, "EXT-X-ENDLIST without EXT-X-PLAYLIST-TYPE")
        }
        if let targetDuration, !(2...10).contains(targetDuration), !isIFramesOnly {
            findings.add(
                .segmentLength, file, "the target duration is \(targetDuration) s")
        }
        if isVOD, !hasEnd { findings.add(.endMissing, file, "type VOD, no EXT-X-ENDLIST") }
        // RFC 8216, 7: 5 in I-frame playlists, 6 in others.
        if let initSegment {
            version.need(isIFramesOnly ? 5 : 6, "EXT-X-MAP", at: initSegment.line)
        }
        version.check(findings: &findings)
        guard let targetDuration else {
            findings.add(.targetDurationMissing, file, "no valid EXT-X-TARGETDURATION")
            return
        }
        for segment in segments {
            guard let duration = segment.duration, duration.rounded() > Double(targetDuration)
            else {
                continue
            }
            findings.add(
                .targetDurationExceeded, file, line: segment.line,
                "\(segment.uri) lasts \(duration) s, the target duration is \(targetDuration) s")
        }
    }

    private mutating func invalid(_ name: String, _ value: String, at line: Int) {
        findings.add(.badValue, file, line: line, "invalid value of \(name): \(value)")
    }
}
