package import HLS
package import MediaModel
internal import MediaUnits

extension Settlement {
    /// A rendition of captions: its segments' text, and the playlist that follows from it.
    package struct Captions {
        package let plan: CaptionPlan
        /// The segments, in order; the playlist names the file of each.
        package let texts: [String]
        package let playlist: MediaPlaylist
        /// Bits a second: the peak by RFC 8216, 4.1, and the average.
        package let peak: Int
        package let average: Int

        /// Below the package: `captions/en`.
        package var folder: String { "captions/\(plan.name)" }
        package var byteCount: Int { playlist.segments.reduce(0) { $0 + $1.byteCount } }

        /// Cuts the captions where the segments end that they are shown with.
        package init(_ plan: CaptionPlan, timing: [Segment], target: Int, clock: Int) {
            let texts = CaptionTrack(cues: plan.cues, clock: clock)
                .segments(lasting: timing.map(\.duration))
            let segments = zip(timing, texts).enumerated().map { index, segment in
                Segment(
                    uri: Settlement.fileName(index, "vtt"), duration: segment.0.duration,
                    byteCount: segment.1.utf8.count)
            }
            self.plan = plan
            self.texts = texts
            playlist = MediaPlaylist(segments: segments, minimumTargetDuration: target)
            peak = playlist.peakBandwidth
            average = playlist.averageBandwidth
        }

        package func rendition(in group: String) -> SubtitleRendition {
            SubtitleRendition(
                groupID: group, name: plan.label,
                language: plan.language.flatMap { LanguageTag($0) }, isDefault: plan.isDefault,
                autoselect: plan.isAutoselected, isForced: plan.isForced,
                characteristics: plan.isForHearingImpaired ? SubtitleRendition.soundInWords : nil,
                uri: "\(folder)/playlist.m3u8")
        }
    }
}
