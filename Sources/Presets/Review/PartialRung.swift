import MediaUnits
internal import VideoCodecs

/// The known values of a rung; the others are `nil`, as in `PartialPreset`.
struct PartialRung {
    /// The index in the ladder, from 0.
    let index: Int
    /// Whether the item is a rung: a mapping, and not one to remove.
    let isRung: Bool
    let name: String?
    let codec: VideoCodec?
    let size: Int?
    let maxrate: Bitrate?
    /// The size of the buffer, in bits.
    let bufsize: Int?
    let profile: Profile?
    /// The level in the preset, or the lowest that supports 16:9.
    let level: String?
    /// The rung's own maximum frame rate in frames per second, if it is not that of `video`.
    let maxFrameRate: Rational?
    /// The maximum frame rate in frames per second, at most that of `video`.
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
        // The default level follows from all of these.
        let isBaseKnown =
            codec != nil && size != nil && bufsize != nil && profile != nil && frameRate != nil
        let base = isBaseKnown ? rung.levels(in: preset.video).base : nil
        level = known("level", rung.level ?? base)
    }

    /// The name of the rung in messages.
    var title: String { name ?? path() }

    /// Returns the path of the rung, or of one of its keys.
    func path(_ key: String? = nil) -> String { PartialPreset.path(index, key) }
}
