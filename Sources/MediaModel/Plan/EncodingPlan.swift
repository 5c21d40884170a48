package import MediaUnits
package import Presets

/// The description of all work on an upload, to the last frame number; encoding executes exactly this.
package struct EncodingPlan: Codable, Sendable {
    package let container: Container
    /// The bit rate that players should start with, in bits per second: the nearest variant is listed first.
    package let startingRate: Int
    /// The renditions of video; `nil` for audio only.
    package let video: VideoPlan?
    package let audio: [AudioPlan]
    package let captions: [CaptionPlan]
    /// The duration of the package, in seconds.
    package let duration: Rational
    /// The published range; `nil` for the whole upload.
    package var trimRange: TrimRange?
    /// The cue points, in order, at times of the package, each with an identifier; `nil` if there are none.
    package var cuePoints: [CuePoint]?
    /// The content of `download.mp4`; `nil` if there is none.
    package var download: DownloadPlan?
    /// The findings of the probe, and of decisions of the plan.
    package let findings: [Finding]

    private enum CodingKeys: String, CodingKey {
        case container, startingRate, video, audio, captions, duration, trimRange, cuePoints
        case download
        case findings = "notices"
    }

    package init(
        container: Container,
        startingRate: Int,
        video: VideoPlan?,
        audio: [AudioPlan],
        captions: [CaptionPlan],
        duration: Rational,
        trimRange: TrimRange? = nil,
        cuePoints: [CuePoint] = [],
        download: DownloadPlan? = nil,
        findings: [Finding]
    ) {
        self.container = container
        self.startingRate = startingRate
        self.video = video
        self.audio = audio
        self.captions = captions
        self.duration = duration
        self.trimRange = trimRange
        self.cuePoints = cuePoints.isEmpty ? nil : cuePoints
        self.download = download
        self.findings = findings
    }

    /// The index of the audio that is multiplexed into the segments of video; `nil` if there is none.
    ///
    /// Players that need MPEG-TS do not support groups of renditions either (RFC 8216, 7: version 4).
    package var muxedAudio: Int? {
        container == .ts && video != nil ? audio.firstIndex(where: \.isDefault) : nil
    }

    /// Returns the values of the audio tracks with segments of their own, from one value for each track.
    package func separateAudio<Value>(_ values: [Value]) -> [Value] {
        values.enumerated().filter { $0.offset != muxedAudio }.map(\.element)
    }
}
