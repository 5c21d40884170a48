/// The check of a media playlist with its segments.
struct MediaPlaylistCheck {
    /// The tolerance of durations and times, in seconds: rounded `EXTINF` and the frames of AAC.
    private static let tolerance = 0.1
    /// The longest run of segments that is measured; bounds the time for millions of tiny segments.
    private static let longestRun = 64
    /// In seconds: 2, and a frame.
    private static let longestKeyframeInterval = 2.1
    /// The longest init segment that is read, in bytes.
    private static let longestInitSegment = 16 << 20

    /// The largest bit rate of a run of segments, in bits per second (RFC 8216, 4.1).
    private(set) var peakBandwidth = 0.0
    /// For comparison with other playlists.
    var checked: CheckedPlaylist {
        CheckedPlaylist(
            playlist, peakBandwidth: peakBandwidth,
            averageBandwidth: total.duration > 0 ? total.bits / total.duration : 0,
            measured: measured)
    }

    private let name: String
    private let files: PackageFiles
    private var initSegments: [ListedInitSegment: InitSegmentTracks] = [:]
    private var unusable: Set<ListedInitSegment> = []
    private var ends: [UInt64: Double] = [:]
    private var run: [(duration: Double, bits: Double)] = []

    private let playlist: ListedMediaPlaylist
    private let samples: SampleCheck
    private var measured = MeasuredPlaylist()
    private var total: (duration: Double, bits: Double) = (0, 0)

    /// `isIndependent` is whether the multivariant playlist has `EXT-X-INDEPENDENT-SEGMENTS`.
    init(
        _ text: PlaylistText, files: PackageFiles, isIndependent: Bool = false,
        findings: inout FindingList
    ) {
        name = text.file
        self.files = files
        playlist = ListedMediaPlaylist(text, findings: &findings)
        let isIndependent = isIndependent || playlist.isIndependent
        samples = SampleCheck(playlist: name, isIndependent: isIndependent)
        var streams = StreamSegmentCheck(
            playlist: name, isIFramesOnly: playlist.isIFramesOnly, isIndependent: isIndependent)
        var previous: (uri: String, file: MediaFile)?
        var isInitSegmentMissing = false
        for segment in playlist.segments {
            if segment.isGap {
                ends = [:]
                streams.skip()
                measured.addUnknown()
                continue
            }
            guard
                let path = files.path(
                    of: segment.uri, in: name, line: segment.line, findings: &findings)
            else { continue }
            let file = previous?.uri == segment.uri ? previous?.file : files.open(path)
            guard let file else {
                findings.add(
                    .missingFile, name, line: segment.line, "\(path) cannot be read")
                ends = [:]
                streams.skip()
                measured.addUnknown()
                continue
            }
            previous = (segment.uri, file)
            let range = segment.byteRange ?? 0..<file.size
            guard range.upperBound <= file.size else {
                findings.add(
                    .byteRangeBeyondFile, name, line: segment.line,
                    "bytes to \(range.upperBound) of \(path), which has \(file.size)")
                continue
            }
            if !playlist.isIFramesOnly {
                measure(segment, range, targetDuration: playlist.targetDuration ?? 0)
            }
            // Encrypted as a whole.
            if segment.isEncrypted {
                ends = [:]
                measured.addUnknown()
                continue
            }
            let format = SegmentFormat(
                head: file.bytes(at: range.lowerBound, count: min(range.count, 189)), path: path)
            if format == .transportStream || format == .packedAudio {
                streams.check(segment, format, file, range, path, &measured, &findings)
                continue
            }
            if format == .unknown, segment.initSegment == nil {
                findings.add(
                    .segmentFormat, name, line: segment.line, "\(path) has an unknown format")
            }
            let kind = path.split(separator: ".").last.map(String.init) ?? ""
            if segment.initSegment == nil, ["m4s", "cmfv", "cmfa", "mp4"].contains(kind) {
                if !isInitSegmentMissing {
                    findings.add(
                        .initSegmentMissing, name, line: segment.line, "\(path) has no EXT-X-MAP")
                }
                isInitSegmentMissing = true
            }
            if kind == "vtt" || kind == "webvtt" { checkCaptions(file, path, &findings) }
            guard let listed = segment.initSegment, let tracks = initSegment(listed, &findings)
            else {
                measured.addUnknown()
                continue
            }
            if playlist.isIFramesOnly {
                samples.checkIFrame(segment, file, range, path, tracks, &findings)
                continue
            }
            check(segment, file, range, path, tracks, &findings)
        }
        checkKeyframeInterval(&findings)
    }

    private func checkKeyframeInterval(_ findings: inout FindingList) {
        let (seconds, line) = measured.longestInterval
        guard seconds > Self.longestKeyframeInterval else { return }
        findings.add(
            .keyframeInterval, name, line: line, "\(seconds) s from one keyframe to the next")
    }

    private mutating func check(
        _ segment: ListedSegment, _ file: MediaFile, _ range: Range<Int64>, _ path: String,
        _ tracks: InitSegmentTracks, _ findings: inout FindingList
    ) {
        let content = MeasuredSegment(
            file, range, name: path, tracks: tracks, findings: &findings)
        samples.check(segment, content, path, tracks, &measured, &findings)
        if let listed = segment.duration, !content.spans.isEmpty {
            let durations = content.durations
            if durations.allSatisfy({ abs($0 - listed) > Self.tolerance }) {
                findings.add(
                    .segmentDuration, name, line: segment.line,
                    "EXTINF of \(path) is \(listed) s, its samples last \(durations[0]) s")
            }
        }
        for (track, span) in content.spans.sorted(by: { $0.key < $1.key }) {
            if let end = ends[track], !segment.isDiscontinuous,
                abs(span.start - end) > Self.tolerance
            {
                findings.add(
                    .decodeTimeGap, name, line: segment.line,
                    "\(path) begins at \(span.start) s, the segment before it ends at \(end) s")
            }
        }
        ends = content.spans.mapValues(\.end)
    }

    private mutating func initSegment(
        _ listed: ListedInitSegment, _ findings: inout FindingList
    ) -> InitSegmentTracks? {
        if let known = initSegments[listed] { return known }
        guard !unusable.contains(listed) else { return nil }
        guard let tracks = read(listed, &findings) else {
            unusable.insert(listed)
            return nil
        }
        // A playlist with an init segment for each segment needs the newest only.
        if initSegments.count >= 16 { initSegments = [:] }
        initSegments[listed] = tracks
        return tracks
    }

    private func read(
        _ listed: ListedInitSegment, _ findings: inout FindingList
    ) -> InitSegmentTracks? {
        guard
            let path = files.path(
                of: listed.uri, in: name, line: listed.line, findings: &findings)
        else { return nil }
        guard let file = files.open(path) else {
            findings.add(.missingFile, name, line: listed.line, "\(path) cannot be read")
            return nil
        }
        let range = listed.byteRange ?? 0..<file.size
        guard range.upperBound <= file.size else {
            findings.add(
                .byteRangeBeyondFile, name, line: listed.line,
                "bytes to \(range.upperBound) of \(path), which has \(file.size)")
            return nil
        }
        guard range.count <= Self.longestInitSegment else {
            findings.add(.initSegmentStructure, path, "the init segment has \(range.count) bytes")
            return nil
        }
        let bytes = file.bytes(at: range.lowerBound, count: range.count)
        return InitSegmentTracks(bytes, file: path, findings: &findings)
    }

    private func checkCaptions(_ file: MediaFile, _ path: String, _ findings: inout FindingList) {
        var bytes = file.bytes(at: 0, count: 9)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if !bytes.starts(with: "WEBVTT".utf8) {
            findings.add(.captionsHeader, path, offset: 0, "the file does not begin with WEBVTT")
        }
    }

    /// Adds a segment to the runs of 0.5 to 1.5 target durations that end with it.
    private mutating func measure(
        _ segment: ListedSegment, _ range: Range<Int64>, targetDuration: Int
    ) {
        guard let duration = segment.duration, targetDuration > 0 else { return }
        total.duration += duration
        total.bits += Double(range.upperBound - range.lowerBound) * 8
        run.append((duration, Double(range.upperBound - range.lowerBound) * 8))
        if run.count > Self.longestRun { run.removeFirst() }
        var (total, bits) = (0.0, 0.0)
        for part in run.reversed() {
            total += part.duration
            bits += part.bits
            if total > 1.5 * Double(targetDuration) { break }
            if total >= 0.5 * Double(targetDuration) {
                peakBandwidth = max(peakBandwidth, bits / total)
            }
        }
    }
}
