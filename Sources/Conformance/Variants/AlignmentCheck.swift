/// The check of the playlists of a package against one another (RFC 8216, 6.2.4).
struct AlignmentCheck {
    /// The tolerance of listed times, in seconds: rounding of `EXTINF`, and a frame.
    private static let tolerance = 0.1
    /// The tolerance of measured starts, in seconds: reordered frames, and priming samples of audio.
    private static let startTolerance = 0.25

    private struct Entry {
        let line: Int
        let uri: String
        let isVideo: Bool
        let playlist: CheckedPlaylist
    }

    /// The playlists of video and audio.
    private let entries: [Entry]
    /// All playlists, those of captions and I-frame playlists too.
    private let all: [Entry]
    private let file: String

    /// `playlists` are by the URIs of the multivariant playlist.
    init(_ list: ListedVariants, playlists: [String: CheckedPlaylist], file: String) {
        self.file = file
        let captions = Set(list.renditions.filter { $0.type == "SUBTITLES" }.compactMap(\.uri))
        let renditions = list.renditions.compactMap { rendition in
            rendition.uri.map { (rendition.line, $0) }
        }
        var known: Set<String> = []
        all =
            (list.variants.map { ($0.line, $0.uri) } + renditions
            + list.iFrames.map { ($0.line, $0.uri) }).compactMap { line, uri in
                guard known.insert(uri).inserted, let playlist = playlists[uri],
                    !playlist.ends.isEmpty
                else { return nil }
                return Entry(
                    line: line, uri: uri, isVideo: playlist.measured.hasVideo, playlist: playlist)
            }
        entries = all.filter { !$0.playlist.isIFramesOnly && !captions.contains($0.uri) }
    }

    func check(_ findings: inout FindingList) {
        guard let first = entries.first(where: \.isVideo) ?? entries.first else { return }
        for entry in entries where entry.uri != first.uri {
            compare(entry, first, &findings)
            if entry.isVideo, first.isVideo { compareSegments(entry, first, &findings) }
        }
        for entry in all where entry.uri != first.uri { compareDates(entry, first, &findings) }
    }

    private func compareDates(_ entry: Entry, _ first: Entry, _ findings: inout FindingList) {
        let (own, other) = (entry.playlist, first.playlist)
        func report(_ message: String) {
            findings.add(
                .datesDiffer, file, line: entry.line,
                "\(entry.uri.withoutQuery): \(message) \(first.uri.withoutQuery)")
        }
        if (own.date == nil) != (other.date == nil) {
            report(own.date == nil ? "no dates, unlike" : "dates, which are not in")
        } else if let date = own.date, let otherDate = other.date, own.isComplete,
            other.isComplete, abs(date - otherDate) > 1
        {
            report("dates \(abs(date - otherDate)) s from those in")
        }
    }

    private func compare(_ entry: Entry, _ first: Entry, _ findings: inout FindingList) {
        let (own, other) = (entry.playlist, first.playlist)
        func report(_ rule: ConformanceRule, _ message: String) {
            findings.add(
                rule, file, line: entry.line,
                "\(entry.uri.withoutQuery): \(message) \(first.uri.withoutQuery)")
        }
        if let target = own.targetDuration, let otherTarget = other.targetDuration,
            target != otherTarget
        {
            report(
                .targetDurationsDiffer,
                "a target duration of \(target) s, and \(otherTarget) s in")
        }
        if own.isComplete, other.isComplete, own.discontinuities != other.discontinuities {
            report(
                .discontinuitiesDiffer,
                "\(own.discontinuities) discontinuities, and \(other.discontinuities) in")
        }
        compareTimes(entry, first, report)
    }

    private func compareTimes(
        _ entry: Entry, _ first: Entry, _ report: (ConformanceRule, String) -> Void
    ) {
        let (own, other) = (entry.playlist, first.playlist)
        let longest = Double(max(own.targetDuration ?? 0, other.targetDuration ?? 0))
        if own.isComplete, other.isComplete, let end = own.ends.last,
            let otherEnd = other.ends.last,
            abs(end - otherEnd) > max(longest, 1) - Self.tolerance
        {
            report(.durationsDiffer, "\(end) s long, and \(otherEnd) s in")
        }
        if let start = own.measured.start, let otherStart = other.measured.start,
            own.measured.format == other.measured.format, own.isComplete, other.isComplete,
            abs(start - otherStart) > Self.startTolerance
        {
            report(.startsDiffer, "begins at \(start) s, and at \(otherStart) s in")
        }
    }

    private func compareSegments(_ entry: Entry, _ first: Entry, _ findings: inout FindingList) {
        let (own, other) = (entry.playlist, first.playlist)
        guard own.isComplete, other.isComplete else { return }
        let position = zip(own.ends, other.ends).enumerated().first {
            abs($0.element.0 - $0.element.1) > Self.tolerance
        }
        if let position {
            findings.add(
                .segmentsNotAligned, file, line: entry.line,
                "segment \(position.offset) of \(entry.uri.withoutQuery) ends at \(position.element.0) s, in \(first.uri.withoutQuery) at \(position.element.1) s"
            )
        } else if own.ends.count != other.ends.count {
            findings.add(
                .segmentsNotAligned, file, line: entry.line,
                "\(entry.uri.withoutQuery) has \(own.ends.count) segments, \(first.uri.withoutQuery) has \(other.ends.count)"
            )
        }
    }
}
