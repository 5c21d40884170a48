internal import MediaModel
internal import MediaUnits
internal import Presets
internal import VideoCodecs

/// Decides whether `download.mp4` can be the upload's own streams: where players take them as they would take the package.
struct DownloadPlanner {
    let info: MediaInfo
    let frames: FrameIndex?
    let preset: Preset
    /// `nil`: the whole upload.
    let trimRange: KeptRange?
    /// The default one.
    let audio: AudioPlan?

    /// - Returns: `nil` if the preset wants no such file.
    func plan() -> DownloadPlan? {
        guard preset.packaging.download else { return nil }
        guard let limit = preset.packaging.copyBelow else { return .joined(reason: nil) }
        guard info.byteCount < limit.bytes else {
            return .joined(reason: "the upload is not below \(limit)")
        }
        guard let video = info.video, let frames, !preset.ladder.isEmpty else {
            return .joined(reason: "no pictures are published")
        }
        if let obstacle = obstacle() ?? obstacle(in: video, frames) ?? audioObstacle() {
            return .joined(reason: obstacle)
        }
        return .copied(
            streams: [video.stream, audio?.stream].compactMap { $0 }.sorted(), start: video.start)
    }

    /// Seconds of sound before the first picture that may be left out: two frames of AAC, which are no more than what
    /// encoders begin with where a container has no means to hide it.
    private static let leadIn = Rational(1, 20)

    private func obstacle() -> String? {
        if trimRange != nil { return "only a part of the upload is published" }
        let codes = Set(info.notices.map(\.code))
        return codes.isDisjoint(with: ["DAMAGED", "TRUNCATED"])
            ? nil : "parts of the upload are corrupt"
    }

    private func obstacle(in video: VideoInfo, _ frames: FrameIndex) -> String? {
        guard VideoCodec.ofStream(video.codec)?.model.isUniversal == true else {
            return "its pictures are \(video.codec), not H.264"
        }
        let pixels = video.pixels
        guard pixels.isStandard else {
            return "its pictures are \(pixels.format), not yuv420p in limited range"
        }
        let isTaggedOtherwise = pixels.matrix.map { $0 != "bt709" } ?? false
        if isTaggedOtherwise || WideColor(pixels, video.dynamicRange) != nil {
            return "its colors are not those of BT.709"
        }
        if video.orientation != .upright { return "its pictures are stored turned" }
        if video.sampleAspectRatio != Rational(1) { return "its pixels are not square" }
        if video.isInterlaced { return "its pictures are interlaced" }
        if info.notices.contains(where: { $0.code == "SIZE_CHANGES" }) {
            return "its pictures change their size"
        }
        guard frames.isSeekable, frames.silentPackets == 0 else {
            return "an edit hides some of its pictures, or their times are not told"
        }
        // Sound may begin later: silence is nothing to show.
        if video.start - info.start > Self.leadIn {
            return "its pictures begin after its sound"
        }
        return sizeObstacle(video)
    }

    /// Above the largest rung, or what the highest of its levels holds, players that the preset is for may fail.
    private func sizeObstacle(_ video: VideoInfo) -> String? {
        let rungs = preset.ladder.filter(\.codec.model.isUniversal)
        guard let top = rungs.max(by: { $0.size < $1.size }) else {
            return "the ladder has no rung of H.264"
        }
        let (size, rate) = (video.displaySize, video.frameRate.rate)
        if rate > top.maxFrameRate ?? preset.video.maxFrameRate {
            return "it has more frames a second than rung \(top.name)"
        }
        let fits = top.levels(in: preset.video).holds(size, frameRate: rate)
        return size.shortSide > top.size || !fits ? "it is larger than rung \(top.name)" : nil
    }

    private func audioObstacle() -> String? {
        guard let audio, let track = info.audio.first(where: { $0.stream == audio.stream })
        else { return nil }
        if track.codec != "aac" { return "its sound is \(track.codec), not AAC" }
        if track.channels > audio.channels {
            return "its sound has \(track.channels) channels, more than the preset's"
        }
        return audio.level == nil ? nil : "its sound is brought to a loudness"
    }
}
