import MediaUnits
internal import VideoCodecs

/// The values of a rung that are known; `nil` stands for the others, as in `PartialPreset`.
struct PartialRung {
    /// In the ladder, from 0.
    let index: Int
    /// Whether it is a rung at all: a map, and none to remove.
    let isRung: Bool
    let name: String?
    let codec: VideoCodec?
    let size: Int?
    let maxrate: Bitrate?
    /// Bits.
    let bufsize: Int?
    let profile: Profile?
    /// As it is written, or the lowest for 16:9.
    let level: String?
    /// Frames per second, as it is written, where it is not that of `video`.
    let maxFrameRate: Rational?
    /// Frames per second that it has at most.
    let frameRate: Rational?

    init(_ index: Int, of preset: Preset, unknown: UnknownValues) {
        let rung = preset.ladder[index]
        func known<Value>(_ key: String, _ value: Value?) -> Value? {
            unknown.contains(PartialPreset.path(index, key)) ? nil : value
        }
        self.index = index
        isRung = !unknown.contains(PartialPreset.path(index))
        name = known("name", rung.name)
        codec = known("codec", rung.codec)
        size = known("size", rung.size)
        maxrate = known("maxrate", rung.maxrate)
        bufsize = maxrate == nil ? nil : known("bufsize", rung.bufsize)
        profile = known("profile", rung.profile)
        maxFrameRate = known("maxFrameRate", rung.maxFrameRate)
        let limit = preset.video.maxFrameRate
        frameRate =
            unknown.contains("video.maxFrameRate")
            ? nil : known("maxFrameRate", min(limit, rung.maxFrameRate ?? limit))
        // One that is left out follows from all of these.
        let isBaseKnown =
            codec != nil && size != nil && bufsize != nil && profile != nil && frameRate != nil
        let base = isBaseKnown ? rung.levels(in: preset.video).base : nil
        level = known("level", rung.level ?? base)
    }

    /// What messages call it.
    var title: String { name ?? path() }

    /// The path of the rung, or of one of its keys.
    func path(_ key: String? = nil) -> String { PartialPreset.path(index, key) }
}
