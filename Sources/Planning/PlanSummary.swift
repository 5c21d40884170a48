internal import Foundation
public import MediaModel
public import MediaUnits
internal import VideoCodecs

/// A plan as people and scripts read it: what would be made and why, without the frame numbers of every job.
public struct PlanSummary: Codable, Sendable {
    public struct Rendition: Codable, Sendable {
        public let name: String
        public let resolution: Resolution
        public let frameRate: Rational
        /// Bits a second that segments stay below.
        public let ceiling: Int
        /// Bits that a decoder's buffer holds.
        public let buffer: Int
        /// As its codec numbers it: `4.0`.
        public let level: String
        public let encoder: String
        public let options: [String: String]
        /// Bytes that it has at most, when the ceiling always binds.
        public let largestBytes: Int

        package init(
            name: String,
            resolution: Resolution,
            frameRate: Rational,
            ceiling: Int,
            buffer: Int,
            level: String,
            encoder: String,
            options: [String: String],
            largestBytes: Int
        ) {
            self.name = name
            self.resolution = resolution
            self.frameRate = frameRate
            self.ceiling = ceiling
            self.buffer = buffer
            self.level = level
            self.encoder = encoder
            self.options = options
            self.largestBytes = largestBytes
        }
    }

    public struct Audio: Codable, Sendable {
        public let name: String
        public let language: String?
        public let isDefault: Bool
        public let channels: Int
        public let sampleRate: Int
        /// Bits a second.
        public let bitrate: Int
        /// LUFS that it is brought to; `nil`: none in particular.
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

    public struct Captions: Codable, Sendable {
        public let name: String
        public let language: String?
        public let isDefault: Bool
        public let isForced: Bool
        public let isForHearingImpaired: Bool
        public let cues: Int

        package init(
            name: String,
            language: String?,
            isDefault: Bool,
            isForced: Bool,
            isForHearingImpaired: Bool,
            cues: Int
        ) {
            self.name = name
            self.language = language
            self.isDefault = isDefault
            self.isForced = isForced
            self.isForHearingImpaired = isForHearingImpaired
            self.cues = cues
        }
    }

    public struct Dropped: Codable, Sendable {
        public let name: String
        public let reason: String
    }

    public let preset: String
    /// Seconds.
    public let duration: Double
    /// `nil`: the whole upload.
    public let trimRange: KeptRange?
    /// Frames a second of the output grid; `nil` without pictures.
    public let frameRate: Rational?
    public let frames: Int
    /// Seconds at which segments start.
    public let segmentStarts: [Double]
    /// Jobs that the segments are encoded in: fewer than segments where keyframes are sparse.
    public let jobs: Int
    public let renditions: [Rendition]
    public let dropped: [Dropped]
    public let audioTracks: [Audio]
    public let captions: [Captions]
    public let poster: Resolution?
    public let storyboardTiles: Int
    /// `nil`: none is made.
    public let download: Download?
    public let notices: [Notice]

    package init(_ plan: Plan, preset: String) {
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
        jobs = (video?.chunks.count ?? 0) + plan.audio.count
        renditions = (video?.rungs ?? []).map {
            Rendition(
                name: $0.name, resolution: $0.size, frameRate: $0.frameRate, ceiling: $0.ceiling,
                buffer: $0.buffer, level: $0.level,
                encoder: $0.codec.model.encoder, options: $0.options,
                largestBytes: Int(Double($0.ceiling) * seconds / 8))
        }
        dropped = (video?.dropped ?? []).map { Dropped(name: $0.name, reason: $0.reason) }
        audioTracks = plan.audio.map {
            Audio(
                name: $0.name, language: $0.language, isDefault: $0.isDefault,
                channels: $0.channels,
                sampleRate: $0.sampleRate, bitrate: $0.bitrate, loudness: $0.level?.target)
        }
        captions = plan.captions.map {
            Captions(
                name: $0.name, language: $0.language, isDefault: $0.isDefault,
                isForced: $0.isForced, isForHearingImpaired: $0.isForHearingImpaired,
                cues: $0.cues.count)
        }
        poster = video?.thumbnails?.poster
        storyboardTiles = video?.thumbnails?.tileFrames.count ?? 0
        download = plan.download.map(Download.init)
        notices = plan.notices
    }
}

extension PlanSummary: CustomStringConvertible {
    /// Several lines for people.
    public var description: String {
        var lines = [String(format: "%.3f s with the preset %@", duration, preset)]
        if let frameRate {
            lines.append(
                "pictures: \(frames) frames at \(frameRate)/s in \(segmentStarts.count) segments, \(jobs) jobs"
            )
        }
        for rendition in renditions {
            let ceiling = String(format: "%.2f Mb/s", Double(rendition.ceiling) / 1e6)
            lines.append(
                "  make \(rendition.name): \(rendition.resolution) at \(rendition.frameRate)/s, below \(ceiling), "
                    + "\(rendition.encoder) \(rendition.options["preset"] ?? "")")
        }
        for rung in dropped { lines.append("  drop \(rung.name): \(rung.reason)") }
        for audio in audioTracks {
            lines.append(
                "sound: \(audio.name), \(audio.channels) channels, \(audio.sampleRate) Hz, \(audio.bitrate / 1000) kb/s"
                    + (audio.loudness.map { String(format: ", to %g LUFS", $0) } ?? "")
                    + (audio.isDefault ? ", default" : ""))
        }
        for track in captions {
            let marks = [
                track.isDefault ? "default" : "", track.isForced ? "forced" : "",
                track.isForHearingImpaired ? "for hearing-impaired" : "",
            ].filter { !$0.isEmpty }
            lines.append(
                (["captions: \(track.name), \(track.cues) cues"] + marks).joined(separator: ", "))
        }
        if let poster {
            lines.append("thumbnails: poster \(poster), \(storyboardTiles) storyboard tiles")
        }
        if let download {
            let content =
                download.isCopied
                ? "the upload's own pictures and sound, not encoded again"
                : "the highest rendition and the default sound"
            lines.append(
                "download: \(content)" + (download.reason.map { " (\($0))" } ?? ""))
        }
        lines += notices.map { "\($0.code): \($0.message)" }
        return lines.joined(separator: "\n")
    }
}
