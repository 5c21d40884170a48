import HLS
package import MediaModel
import MediaUnits
import Testing

/// Sample media info: 4 s at 30 frames a second, with audio, captions and an ignored track.
package enum SampleMediaInfo {
    package static let byteCount = 1_000_000
    package static let sha256 = String(repeating: "ab", count: 32)

    /// Returns the info, with other frame times if there are any, in ticks of 90 kHz.
    package static func make(times: [Int]? = nil) throws -> ProbedUpload {
        let times = times ?? (0..<120).map { 3000 * $0 }
        let keyframes = stride(from: 0, to: times.count, by: 30).map {
            Keyframe(
                presentationTime: times[$0], decodeTime: times[$0], fingerprint: UInt64($0))
        }
        let frames = FrameIndex(
            timeBase: Rational(1, 90_000), times: times, lastDuration: 3000, keyframes: keyframes,
            isSeekable: true)
        let info = try SamplePlan.info(seconds: Rational(4), audioTracks: [])
        let video = try #require(info.video)
        let captions = CaptionSource(
            info: CaptionInfo(
                stream: 2, file: nil, channel: nil, format: "subrip", language: "de",
                isDefault: false, isForced: false, isForHearingImpaired: false, cueCount: 2),
            cues: [
                CaptionCue(start: 1000, end: 2000, text: "<b>a</b>\nb", settings: "line:0"),
                CaptionCue(start: 1500, end: 2500, text: "c"),
            ])
        let audio = AudioInfo(
            stream: 1, codec: "aac", sampleRate: 48_000, channels: 2, language: "en",
            title: "Audio", isDefault: true, isDescription: false, start: .zero,
            end: Rational(4))
        return ProbedUpload(
            info: MediaInfo(
                container: info.container, byteCount: byteCount, sha256: sha256, start: .zero,
                duration: Rational(4),
                video: VideoInfo(
                    stream: 0, codec: video.codec, profile: video.profile,
                    codedSize: video.codedSize, sampleAspectRatio: video.sampleAspectRatio,
                    orientation: video.orientation, displaySize: video.displaySize,
                    pixels: video.pixels, dynamicRange: .sdr, isInterlaced: false,
                    frameRate: video.frameRate, frameCount: times.count,
                    keyframeCount: keyframes.count, start: .zero, end: Rational(4),
                    content: video.content),
                audio: [audio], captions: [captions.info],
                ignored: [
                    IgnoredTrack(stream: 3, kind: "data", codec: "bin_data", reason: "not used")
                ],
                findings: [Finding(.variableFrameRate, .info, "The frame rate varies.")]),
            identity: sha256, frames: frames,
            clocks: [
                1: SampleClock(
                    timeBase: Rational(1, 48_000), sampleRate: 48_000, start: 0, last: 191_488,
                    step: 1024)
            ], captions: [captions])
    }
}
