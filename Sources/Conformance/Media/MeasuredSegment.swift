/// The times of a segment's samples, with findings for its boxes (ISO/IEC 23000-19, 7.3.2).
struct MeasuredSegment: Codable, Sendable {
    /// The decode times of a track, in seconds.
    struct Span: Codable, Sendable {
        var start: Double
        var end: Double
    }

    /// The samples of a video track.
    struct Video: Codable, Sendable {
        var count: UInt64 = 0
        /// The shortest time from one frame to the next, in seconds; `nil` with fewer than two in each fragment.
        var shortest: Double?
        /// The time from the first frame to the end of the last one when presented, in seconds.
        var presentation: Span?
        /// The decode times of sync samples, in seconds.
        var syncTimes: [Double] = []
        /// Whether the first sample is a sync sample.
        var startsWithSync: Bool
        /// The position of its first fragment in the file.
        let offset: Int64
    }

    private(set) var spans: [UInt64: Span] = [:]
    /// The ends of fragments, in seconds.
    private var ends: [UInt64: Double] = [:]
    /// By track.
    private(set) var videos: [UInt64: Video] = [:]

    /// The durations of video when decoded and when presented, or else the longest one of a track, in seconds.
    ///
    /// They differ where frames of a variable rate are reordered.
    var durations: [Double] {
        let main = spans.filter { videos[$0.key] != nil }
        let decoded = (main.isEmpty ? spans : main).values.map { $0.end - $0.start }.max() ?? 0
        return [decoded] + videos.values.compactMap { $0.presentation.map { $0.end - $0.start } }
    }

    /// The tolerance of times between fragments, in seconds.
    private static let tolerance = 0.1
    /// The longest bytes of a `moof` box that is read; one of a segment of an hour has about 5 MB.
    private static let longestFragment = 64 << 20

    init(
        _ file: MediaFile, _ range: Range<Int64>, name: String, tracks: InitSegmentTracks,
        findings: inout FindingList
    ) {
        var offset = range.lowerBound
        var pending: (end: UInt64, byteCount: UInt64, offset: Int64, count: Int64)?
        var hasFragment = false
        while offset < range.upperBound {
            let header = file.bytes(at: offset, count: 16)
            guard let (type, count, headerCount) = Self.header(header, range.upperBound - offset)
            else {
                findings.add(.boxSize, name, offset: offset, "a box ends beyond the segment")
                return
            }
            if type == "moof" {
                hasFragment = true
                guard pending == nil else {
                    findings.add(.segmentStructure, name, offset: offset, "no mdat before moof")
                    return
                }
                guard count <= Self.longestFragment else {
                    findings.add(.segmentStructure, name, offset: offset, "moof of \(count) bytes")
                    return
                }
                let bytes = file.bytes(at: offset, count: Int(count))
                let (end, byteCount) = read(
                    bytes, headerCount..<bytes.count, name, offset, tracks, &findings)
                pending = (end, byteCount, offset, count)
            } else if type == "mdat", let fragment = pending {
                let dataCount = UInt64(count) - UInt64(headerCount)
                let beyond = UInt64(fragment.count) + UInt64(count)
                if fragment.byteCount > dataCount || fragment.end > beyond {
                    findings.add(
                        .sampleData, name, offset: fragment.offset,
                        "samples of \(fragment.byteCount) bytes, mdat of \(dataCount) bytes")
                }
                pending = nil
            } else if type == "mdat" {
                findings.add(.segmentStructure, name, offset: offset, "no moof before mdat")
            }
            offset += count
        }
        if !hasFragment { findings.add(.segmentStructure, name, "no moof box") }
        if let pending {
            findings.add(.segmentStructure, name, offset: pending.offset, "no mdat after moof")
        }
    }

    private mutating func read(
        _ bytes: [UInt8], _ payload: Range<Int>, _ name: String, _ offset: Int64,
        _ tracks: InitSegmentTracks, _ findings: inout FindingList
    ) -> (end: UInt64, byteCount: UInt64) {
        let (boxes, invalid) = Box.all(in: bytes, payload)
        if let invalid {
            findings.add(.boxSize, name, offset: offset + Int64(invalid), "a box ends beyond moof")
        }
        var (end, total): (UInt64, UInt64) = (0, 0)
        let fragments = boxes.filter { $0.type == "traf" }
        if fragments.isEmpty {
            findings.add(.segmentStructure, name, offset: offset, "moof has no traf box")
        }
        for box in fragments {
            let position = offset + Int64(box.start)
            guard let fragment = TrackFragment(bytes, box, tracks: tracks.tracks) else {
                findings.add(
                    .boxSize, name, offset: position, "traf has truncated or invalid boxes")
                continue
            }
            end = max(end, fragment.dataEnd)
            let (sum, overflow) = total.addingReportingOverflow(fragment.byteCount)
            total = overflow ? .max : sum
            guard let track = tracks.tracks[fragment.track] else {
                findings.add(
                    .unknownTrack, name, offset: position,
                    "the init segment has no track \(fragment.track)")
                continue
            }
            guard let time = fragment.decodeTime else {
                findings.add(.decodeTimeMissing, name, offset: position, "traf has no tfdt box")
                continue
            }
            let start = Double(time) / track.timescale
            let last = start + Double(fragment.duration) / track.timescale
            if let end = ends[fragment.track], abs(start - end) > Self.tolerance {
                findings.add(
                    .decodeTimeGap, name, offset: position,
                    "a fragment begins at \(start) s, the one before it ends at \(end) s")
            }
            ends[fragment.track] = last
            spans[fragment.track] = Span(
                start: min(spans[fragment.track]?.start ?? start, start),
                end: max(spans[fragment.track]?.end ?? last, last))
            if track.kind == .video { add(fragment, start, track.timescale, position) }
        }
        return (end, total)
    }

    private mutating func add(
        _ fragment: TrackFragment, _ start: Double, _ timescale: Double, _ position: Int64
    ) {
        guard fragment.count > 0 else { return }
        var video =
            videos[fragment.track]
            ?? Video(startsWithSync: fragment.syncTimes.first == 0, offset: position)
        video.count += fragment.count
        let shortest = fragment.shortest.map { Double($0) / timescale }
        video.shortest = [video.shortest, shortest].compactMap(\.self).min()
        if let range = fragment.presentation {
            let first = start + Double(range.lowerBound) / timescale
            let last = start + Double(range.upperBound) / timescale
            video.presentation = Span(
                start: min(video.presentation?.start ?? first, first),
                end: max(video.presentation?.end ?? last, last))
        }
        video.syncTimes += fragment.syncTimes.map { start + Double($0) / timescale }
        videos[fragment.track] = video
    }

    /// - Returns: `nil` if the box is longer than `remaining` or shorter than its header.
    private static func header(
        _ bytes: [UInt8], _ remaining: Int64
    ) -> (type: String, count: Int64, headerCount: Int)? {
        var cursor = ByteCursor(bytes, 0..<bytes.count)
        guard let size = cursor.integer(4), let type = cursor.fourCharacters() else { return nil }
        var count = Int64(size)
        if size == 1 {
            guard let large = cursor.integer(8).flatMap({ Int64(exactly: $0) }) else { return nil }
            count = large
        } else if size == 0 {
            count = remaining
        }
        guard count >= cursor.position, count <= remaining else { return nil }
        return (type, count, cursor.position)
    }
}
