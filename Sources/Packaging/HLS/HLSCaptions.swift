package import HLS
package import MediaModel
internal import MediaUnits

/// A caption track in HLS: WebVTT segments and their playlist.
package struct HLSCaptions: Sendable {
    package let plan: CaptionPlan
    package let playlist: MediaPlaylist
    /// The text of each segment, in the order of the playlist.
    package let texts: [String]

    /// The folder below the package: `captions/en`.
    package var path: String { "captions/\(plan.name)" }
    package var byteCount: Int { playlist.segments.reduce(0) { $0 + $1.byteCount } }
    /// The peak by RFC 8216, 4.1, in bits per second.
    package var peak: Int { playlist.peakBandwidth }
    /// The average, in bits per second.
    package var average: Int { playlist.averageBandwidth }

    /// Splits captions at the ends of the segments that they are shown with.
    ///
    /// - Parameters:
    ///   - plan: The captions.
    ///   - timing: The segments of video, or of audio alone.
    ///   - target: The target duration of the package, in seconds.
    ///   - clock: The segments' timestamp at time 0 of the package, in ticks of 1/90,000 s.
    ///   - hasDate: Whether the playlist has the date of its start.
    init(
        _ plan: CaptionPlan, timing: [Segment], target: Int, clock: Int, hasDate: Bool = false
    ) {
        texts = CaptionTrack(cues: plan.cues, clock: clock).segments(
            lasting: timing.map(\.duration))
        self.plan = plan
        let segments = zip(timing, texts).enumerated().map { index, segment in
            Segment(
                uri: PackagePaths.file(index, "vtt"), duration: segment.0.duration,
                byteCount: segment.1.utf8.count)
        }
        var playlist = MediaPlaylist(segments: segments, minimumTargetDuration: target)
        playlist.hasDate = hasDate
        self.playlist = playlist
    }

    var files: [TextFile] {
        zip(playlist.segments, texts).map { TextFile(path: "\(path)/\($0.uri)", text: $1) }
            + [TextFile(path: "\(path)/playlist.m3u8", text: playlist.text)]
    }

    func rendition(in group: String) -> SubtitleRendition {
        SubtitleRendition(
            groupID: group, name: plan.label,
            language: plan.language.flatMap { LanguageTag($0) }, isDefault: plan.isDefault,
            autoselect: plan.isAutoselected, isForced: plan.isForced,
            characteristics: plan.isForHearingImpaired
                ? SubtitleRendition.describesMusicAndSound : nil,
            uri: "\(path)/playlist.m3u8")
    }
}
