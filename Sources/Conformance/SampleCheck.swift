/// The check of the samples of fMP4 segments against their playlist.
struct SampleCheck {
    private let playlist: String
    private let isIndependent: Bool

    /// `isIndependent` is whether the package has `EXT-X-INDEPENDENT-SEGMENTS`.
    init(playlist: String, isIndependent: Bool) {
        self.playlist = playlist
        self.isIndependent = isIndependent
    }

    func check(
        _ segment: ListedSegment, _ content: MeasuredSegment, _ path: String,
        _ tracks: InitSegmentTracks, _ measured: inout MeasuredPlaylist,
        _ findings: inout FindingList
    ) {
        let videos = content.videos.sorted { $0.key < $1.key }
        let main = videos.first?.key ?? content.spans.keys.min()
        measured.begin(.fragmentedMP4, at: main.flatMap { content.spans[$0]?.start })
        if content.spans.isEmpty { measured.addUnknown() }
        for (id, track) in tracks.tracks where content.spans[id] != nil && track.kind != .other {
            measured.add(track)
        }
        for (_, video) in videos where !video.startsWithSync {
            findings.add(
                isIndependent ? .independentSegments : .segmentKeyframe, path,
                offset: video.offset, "the first sample of video is no sync sample")
        }
        guard let (id, video) = videos.first, let span = content.spans[id] else { return }
        measured.addVideo(
            count: Double(video.count), duration: span.end - span.start,
            shortest: video.shortest, keyframes: video.syncTimes, end: span.end,
            isDiscontinuous: segment.isDiscontinuous, line: segment.line)
    }

    /// Checks the byte range of an I-frame playlist (RFC 8216, 4.3.3.6).
    func check(
        _ segment: ListedSegment, _ start: FragmentStart, _ range: Range<Int64>, _ path: String,
        _ findings: inout FindingList
    ) {
        switch start {
        case .syncSample: break
        case .otherBox:
            findings.add(
                .iFrameRange, playlist, line: segment.line,
                "bytes \(range.lowerBound) to \(range.upperBound) of \(path) do not begin with moof"
            )
        case .otherSample:
            findings.add(
                .iFrameRange, playlist, line: segment.line,
                "the fragment at byte \(range.lowerBound) of \(path) does not begin with a sync sample"
            )
        }
    }
}
