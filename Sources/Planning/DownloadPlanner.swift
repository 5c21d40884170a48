internal import MediaModel
internal import MediaUnits
internal import Presets
internal import VideoCodecs

/// Decides whether `download.mp4` has the streams of the upload: only if players that play the package play them.
struct DownloadPlanner {
    let info: MediaInfo
    let frames: FrameIndex?
    let preset: Preset
    /// The published range; `nil` for the whole upload.
    let trimRange: TrimRange?
    /// The default audio; `nil` if there is none.
    let audio: AudioPlan?

    /// Returns the content of the download; `nil` if the preset has none.
    func plan() -> DownloadPlan? {
        guard preset.packaging.download else { return nil }
        guard let limit = preset.packaging.copyBelow else { return .joined(reason: nil) }
        guard info.byteCount < limit.bytes else {
            return .joined(reason: "the upload is not below \(limit)")
        }
        guard let video = info.video, let frames, !preset.ladder.isEmpty else {
            return .joined(reason: "no video is published")
        }
        if let obstacle = obstacle() ?? obstacle(in: video, frames) ?? audioObstacle() {
            return .joined(reason: obstacle)
        }
        return .copied(
            streams: [video.stream, audio?.stream].compactMap { $0 }.sorted(), start: video.start)
    }

    /// The longest audio before the first frame that may be left out, in seconds.
    ///
    /// Chosen as two frames of AAC: the priming samples of encoders, where a container cannot hide them.
    private static let leadIn = Rational(1, 20)

    /// The codecs that every player plays.
    private static var universal: String { VideoCodec.titles(where: \.isUniversal) }

    private func obstacle() -> String? {
        if trimRange != nil { return "the upload is trimmed" }
        let codes = Set(info.findings.map(\.code))
        return codes.isDisjoint(with: [.damaged, .truncated])
            ? nil : "parts of the upload are corrupt"
    }

    private func obstacle(in video: VideoInfo, _ frames: FrameIndex) -> String? {
        guard VideoCodec.ofStream(video.codec)?.model.isUniversal == true else {
            return "the video is \(video.codec), not \(Self.universal)"
        }
        let pixels = video.pixels
        guard pixels.isStandard else {
            return "the video is \(pixels.format), not yuv420p in limited range"
        }
        let isTaggedOtherwise = pixels.matrix.map { $0 != "bt709" } ?? false
        if isTaggedOtherwise || WideColor(pixels, video.dynamicRange) != nil {
            return "the colors are not those of BT.709"
        }
        if video.orientation != .upright { return "the video is stored rotated or mirrored" }
        if video.sampleAspectRatio != Rational(1) { return "the pixels are not square" }
        if video.isInterlaced { return "the video is interlaced" }
        if info.findings.contains(where: { $0.code == .sizeChanges }) {
            return "the size of the video changes"
        }
        guard frames.isSeekable, frames.hiddenPackets == 0 else {
            return "an edit hides some frames, or packets have no usable times"
        }
        // Audio that starts later than video needs no edit.
        if video.start - info.start > Self.leadIn {
            return "the video starts after the audio"
        }
        return sizeObstacle(video)
    }

    /// Players that the preset is for may not play video above the largest rung, or above its highest level.
    private func sizeObstacle(_ video: VideoInfo) -> String? {
        let rungs = preset.ladder.filter(\.codec.model.isUniversal)
        guard let top = rungs.max(by: { $0.size < $1.size }) else {
            return "the ladder has no rung of \(Self.universal)"
        }
        let (size, rate) = (video.displaySize, video.frameRate.rate)
        if rate > top.maxFrameRate ?? preset.video.maxFrameRate {
            return "the frame rate is above that of rung \(top.name)"
        }
        let fits = top.levels(in: preset.video).supports(size, frameRate: rate)
        return size.shortSide > top.size || !fits ? "it is larger than rung \(top.name)" : nil
    }

    private func audioObstacle() -> String? {
        guard let audio, let track = info.audio.first(where: { $0.stream == audio.stream })
        else { return nil }
        if track.codec != "aac" { return "the audio is \(track.codec), not AAC" }
        if track.channels > audio.channels {
            return "the audio has \(track.channels) channels, more than the preset's"
        }
        return audio.loudnessTarget == nil ? nil : "the preset normalizes the loudness"
    }
}
