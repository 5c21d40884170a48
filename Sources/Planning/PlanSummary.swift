internal import Foundation
public import MediaModel
public import MediaUnits
public import VideoCodecs

/// A summary of a plan for people and scripts: the renditions and their reasons, without frame numbers.
public struct PlanSummary: Codable, Sendable {
    /// A rendition of video.
    public struct Rendition: Codable, Sendable {
        public let name: String
        /// The size of frames, in pixels.
        public let resolution: Resolution
        /// The frame rate, in frames per second.
        public let frameRate: Rational
        /// The constant rate factor of the encoder.
        public let crf: Double
        /// The highest bit rate of segments, in bits per second.
        public let ceiling: Int
        /// The size of the decoder's buffer, in bits.
        public let buffer: Int
        /// The level, in the notation of the codec: `4.0`.
        public let level: String
        /// libav's name of the encoder.
        public let encoder: String
        /// The operating point of the encoder, such as `balanced`; `nil` for a preset of the encoder.
        public let point: String?
        /// The options of the encoder.
        public let options: [String: String]
        /// The bit rate and quality that a probe encode predicts; `nil` without one.
        public let prediction: RatePrediction?
        /// The largest size, in bytes, if the bit rate is always the ceiling.
        public let largestBytes: Int

        package init(
            name: String,
            resolution: Resolution,
            frameRate: Rational,
            crf: Double,
            ceiling: Int,
            buffer: Int,
            level: String,
            encoder: String,
            point: String?,
            options: [String: String],
            prediction: RatePrediction?,
            largestBytes: Int
        ) {
            self.name = name
            self.resolution = resolution
            self.frameRate = frameRate
            self.crf = crf
            self.ceiling = ceiling
            self.buffer = buffer
            self.level = level
            self.encoder = encoder
            self.point = point
            self.options = options
            self.prediction = prediction
            self.largestBytes = largestBytes
        }
    }

    /// A rendition of audio.
    public struct Audio: Codable, Sendable {
        public let name: String
        public let language: String?
        public let isDefault: Bool
        public let channels: Int
        /// The sample rate, in hertz.
        public let sampleRate: Int
        /// The bit rate, in bits per second.
        public let bitrate: Int
        /// The target loudness, in LUFS; `nil` if there is none.
        public let loudness: Double?

        package init(
            name: String,
            language: String?,
            isDefault: Bool,
            channels: Int,
            sampleRate: Int,
            bitrate: Int,
            loudness: Double?
        ) {
            self.name = name
            self.language = language
            self.isDefault = isDefault
            self.channels = channels
            self.sampleRate = sampleRate
            self.bitrate = bitrate
            self.loudness = loudness
        }
    }

    /// A rendition of captions.
    public struct Captions: Codable, Sendable {
        public let name: String
        public let language: String?
        public let isDefault: Bool
        public let isForced: Bool
        public let isForHearingImpaired: Bool
        /// The number of caption cues.
        public let cueCount: Int

        package init(
            name: String,
            language: String?,
            isDefault: Bool,
            isForced: Bool,
            isForHearingImpaired: Bool,
            cueCount: Int
        ) {
            self.name = name
            self.language = language
            self.isDefault = isDefault
            self.isForced = isForced
            self.isForHearingImpaired = isForHearingImpaired
            self.cueCount = cueCount
        }
    }

    /// The name of the preset.
    public let preset: String
    /// The duration of the package, in seconds.
    public let duration: Double
    /// The published range; `nil` for the whole upload.
    public let trimRange: TrimRange?
    /// The frame rate of the output grid, in frames per second; `nil` without video.
    public let frameRate: Rational?
    /// The number of frames of the output grid.
    public let frames: Int
    /// The times at which segments start, in seconds.
    public let segmentStarts: [Double]
    /// The cue points at times of the package, in order.
    public let cuePoints: [CuePoint]
    /// The number of encoding jobs, which have several units where keyframes are sparse.
    public let jobs: Int
    /// What one encoder makes, `segment` or `gop`; `nil` without video.
    public let unit: String?
    /// The kind of content of the video, which settings of encoders depend on; `nil` without video.
    public let content: VideoContent?
    /// How well consecutive frames predict each other, which settings of encoders depend on; `nil` without video.
    public let temporalComplexity: TemporalComplexity?
    public let renditions: [Rendition]
    public let dropped: [DroppedRung]
    public let audioTracks: [Audio]
    public let captions: [Captions]
    /// The size of the poster, in pixels; `nil` if there is none.
    public let poster: Resolution?
    public let storyboardTiles: Int
    /// The content of `download.mp4`; `nil` if there is none.
    public let download: Download?
    public let findings: [Finding]

    private enum CodingKeys: String, CodingKey {
        case preset, duration, trimRange, frameRate, frames, segmentStarts, cuePoints, jobs, unit,
            content, temporalComplexity, renditions
        case dropped, audioTracks, captions, poster, storyboardTiles, download
        case findings = "notices"
    }

    package init(_ plan: EncodingPlan, preset: String) {
        self.preset = preset
        let video = plan.video
        let seconds = plan.duration.doubleValue
        duration = seconds
        trimRange = plan.trimRange
        frameRate = video?.grid.rate
        frames = video?.grid.frameCount ?? 0
        segmentStarts = (video?.segments ?? []).compactMap {
            video?.grid.time(of: $0.firstFrame).doubleValue
        }
        cuePoints = plan.cuePoints ?? []
        jobs = (video?.chunks.count ?? 0) + plan.audio.reduce(0) { $0 + $1.runStarts.count }
        unit = video?.unit.rawValue
        content = video?.content
        temporalComplexity = video?.temporalComplexity
        renditions = (video?.rungs ?? []).map {
            Rendition(
                name: $0.name, resolution: $0.size, frameRate: $0.frameRate, crf: $0.crf,
                ceiling: $0.ceiling,
                buffer: $0.buffer, level: $0.level,
                encoder: $0.codec.model.encoder, point: $0.point?.rawValue,
                options: $0.options, prediction: $0.prediction,
                largestBytes: Int(Double($0.ceiling) * seconds / 8))
        }
        dropped = video?.dropped ?? []
        audioTracks = plan.audio.map {
            Audio(
                name: $0.name, language: $0.language, isDefault: $0.isDefault,
                channels: $0.channels,
                sampleRate: $0.sampleRate, bitrate: $0.bitrate, loudness: $0.loudnessTarget?.target)
        }
        captions = plan.captions.map {
            Captions(
                name: $0.name, language: $0.language, isDefault: $0.isDefault,
                isForced: $0.isForced, isForHearingImpaired: $0.isForHearingImpaired,
                cueCount: $0.cues.count)
        }
        poster = video?.thumbnails?.poster
        storyboardTiles = video?.thumbnails?.tileFrames.count ?? 0
        download = plan.download.map(Download.init)
        findings = plan.findings
    }
}

extension PlanSummary: CustomStringConvertible {
    /// Several lines of text for people.
    public var description: String {
        var lines = [String(format: "%.3f s with the preset %@", duration, preset)]
        if let frameRate {
            lines.append(
                "video: \(CountText.text(frames, "frame")) at \(frameRate)/s in "
                    + "\(CountText.text(segmentStarts.count, "segment")), \(CountText.text(jobs, "job"))"
                    + (unit == EncodingUnit.gop.rawValue ? ", each GOP encoded separately" : "")
            )
        }
        if let content {
            let complexity = temporalComplexity.flatMap { $0 == .medium ? nil : $0.rawValue }
            let suffix = complexity.map { ", \($0) temporal complexity" } ?? ""
            lines.append("content: \(content.rawValue)\(suffix)")
        }
        for rendition in renditions {
            lines.append(
                "  make \(rendition.name): \(rendition.resolution) at \(rendition.frameRate)/s, "
                    + String(
                        format: "CRF %g, below %.2f Mb/s, ", rendition.crf,
                        Double(rendition.ceiling) / 1e6)
                    + "\(rendition.encoder) \(Self.settings(of: rendition))")
            if let prediction = rendition.prediction {
                lines.append(
                    String(
                        format:
                            "    %.1f dB of XPSNR at %.2f Mb/s are expected, the target is %.1f dB",
                        prediction.xpsnr,
                        Double(prediction.bitrate) / 1e6, prediction.target))
            }
        }
        for rung in dropped { lines.append("  drop \(rung.name): \(rung.reason)") }
        for audio in audioTracks {
            lines.append(
                "audio: \(audio.name), \(CountText.text(audio.channels, "channel")), \(audio.sampleRate) Hz, "
                    + "\(audio.bitrate / 1000) kb/s"
                    + (audio.loudness.map { String(format: ", to %g LUFS", $0) } ?? "")
                    + (audio.isDefault ? ", default" : ""))
        }
        for track in captions {
            let flags = [
                track.isDefault ? "default" : "", track.isForced ? "forced" : "",
                track.isForHearingImpaired ? "for hearing-impaired" : "",
            ].filter { !$0.isEmpty }
            lines.append(
                (["captions: \(track.name), \(CountText.text(track.cueCount, "caption cue"))"]
                    + flags)
                    .joined(separator: ", "))
        }
        for cuePoint in cuePoints {
            lines.append(
                "cue point \(cuePoint.id ?? ""): \(cuePoint.position.text)"
                    + (cuePoint.duration.map { ", \(TimeText.text($0)) long" } ?? "")
                    + (cuePoint.assetList.map { ", \($0)" } ?? ""))
        }
        if let poster {
            let tiles = CountText.text(storyboardTiles, "storyboard tile")
            lines.append("thumbnails: poster \(poster), \(tiles)")
        }
        if let download {
            let content =
                download.isCopied
                ? "the video and audio of the upload, not encoded again"
                : "the highest rendition and the default audio"
            lines.append(
                "download: \(content)" + (download.reason.map { " (\($0))" } ?? ""))
        }
        lines += findings.map { "\($0.code): \($0.message)" }
        return lines.joined(separator: "\n")
    }

    /// Returns the preset of an encoder, or its operating point with the encoder's preset and parameters that the point means.
    private static func settings(of rendition: Rendition) -> String {
        let preset = rendition.options["preset"] ?? ""
        guard let point = rendition.point else { return preset }
        // libav has an encoder's own parameters in one option: `x264-params`.
        let parameters = rendition.options.filter { $0.key.hasSuffix("-params") }.map(\.value)
        return "\(point) (\(([preset] + parameters).joined(separator: ", ")))"
    }
}
