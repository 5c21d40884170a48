import Foundation
import LibAV
package import MediaModel
package import MediaUnits
internal import Planning
package import Presets
internal import VideoCodecs

/// Media info and plans of an imaginary upload: 1280x720 at 30 frames a second, with audio.
package enum SamplePlan {
    package static func info(
        seconds: Rational = Rational(14), size: Resolution = Resolution(width: 1280, height: 720),
        rate: Rational = Rational(30), start: Rational = .zero, isInterlaced: Bool = false,
        videoDelay: Rational = .zero, byteCount: Int = 1_000_000, content: ContentInfo? = camera,
        audioTracks: [AudioInfo]
    ) throws -> MediaInfo {
        let video = VideoInfo(
            stream: 0, codec: "h264", profile: "High", codedSize: size,
            sampleAspectRatio: Rational(1), orientation: .upright, displaySize: size,
            pixels: try TestFrame.description("yuv420p"), dynamicRange: .sdr,
            isInterlaced: isInterlaced,
            frameRate: FrameRateInfo(rate: rate, isConstant: true, average: rate.doubleValue),
            frameCount: max(1, (seconds * rate).rounded), keyframeCount: 7,
            start: start + videoDelay, end: start + seconds, content: content)
        return MediaInfo(
            container: "mov,mp4,m4a,3gp,3g2,mj2", byteCount: byteCount,
            sha256: String(repeating: "ab", count: 32), start: start, duration: seconds,
            video: video, audio: audioTracks, captions: [], ignored: [], findings: [])
    }

    /// The content of an ordinary clip of a camera.
    package static let camera = ContentInfo(
        kind: .camera,
        start: ContentSample(
            frames: 12, flat: 0.02, contrast: 0.1, hardEdges: 0.25, detail: 2.5, noise: 0.75,
            unchanged: 0.05, motion: 3.5),
        middle: ContentSample(
            frames: 1, flat: 0.01, contrast: 0.125, hardEdges: 0.25, detail: 2.75, noise: 0.5,
            unchanged: nil, motion: nil),
        peakBitrate: 2_500_000)

    package static func audio(
        _ stream: Int, _ language: String?, isDefault: Bool = false, isDescription: Bool = false,
        title: String? = nil, channels: Int = 6
    ) -> AudioInfo {
        AudioInfo(
            stream: stream, codec: "aac", sampleRate: 44_100, channels: channels,
            language: language,
            title: title, isDefault: isDefault, isDescription: isDescription, start: .zero,
            end: Rational(14))
    }

    /// Returns the plan by a shipped preset, with source keyframes every second.
    package static func plan(
        _ info: MediaInfo, captions: [CaptionSource] = [], preset: String = "hls-ladder",
        limits: Limits = Limits(), trim: TrimRequest = TrimRequest()
    ) throws -> EncodingPlan {
        let probed = probed(info, captions: captions)
        let shipped = try Preset.load(preset)
        let limited = Preset(
            name: shipped.name, description: shipped.description, packaging: shipped.packaging,
            video: shipped.video, ladder: shipped.ladder, audio: shipped.audio,
            thumbnails: shipped.thumbnails, limits: limits)
        return try Planner(probed, preset: limited, trim: trim).plan()
    }

    /// Returns the upload with source keyframes every second.
    package static func probed(
        _ info: MediaInfo, captions: [CaptionSource] = [], clocks: [Int: SampleClock] = [:]
    ) -> ProbedUpload {
        let frames = info.video.map { video in
            let timeBase = Rational(1, 90_000)
            let times = SourceTimes.constant(
                video.frameRate.rate, count: video.frameCount, timeBase: timeBase,
                start: video.start)
            let second = max(1, video.frameRate.rate.rounded)
            return FrameIndex(
                timeBase: timeBase, times: times, lastDuration: 3_000,
                keyframes: stride(from: 0, to: times.count, by: second).map {
                    Keyframe(
                        presentationTime: times[$0], decodeTime: times[$0],
                        fingerprint: UInt64($0))
                }, isSeekable: true)
        }
        return ProbedUpload(
            info: info, identity: SampleMediaInfo.sha256, frames: frames, clocks: clocks,
            captions: captions)
    }
}
