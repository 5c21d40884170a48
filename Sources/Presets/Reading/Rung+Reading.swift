import MediaUnits
internal import VideoCodecs

extension Rung {
    /// Replaces an item of the ladder that is not a mapping.
    static let standIn = Rung(name: "", size: 64, maxrate: .kilobits(50))

    /// Returns the rung in one item of the ladder; `video` has the settings that all rungs share.
    static func read(_ fields: Fields, of video: Video) -> Rung {
        let name = fields.value(Keys.name)
        let own = fields.value(Keys.codec(default: video.codec), defaultFrom: "video.codec")
        // With an unknown codec, other values may be those of any codec.
        let codec = fields.isUnknown("codec") ? nil : own
        let size = fields.value(Keys.size)
        let crf = fields.value(
            Keys.crf(of: codec, at: video.encoder.point),
            defaultFrom: fields.path(to: "codec"), "video.encoder.point")
        let maxrate = fields.value(Keys.maxrate)
        let bufsize = fields.value(Keys.bufsize)
        let profile = fields.value(
            Keys.profile(of: codec), defaultFrom: fields.path(to: "codec"))
        let level = fields.value(Keys.level(of: codec))
        let maxFrameRate = fields.value(Keys.maxFrameRate)
        checkRemoval(fields.value(Keys.remove), of: name, fields)
        let bits = bufsize.bits(at: maxrate)
        let ceiling = video.maxFrameRate
        fields.fill(Keys.maxFrameRate, with: maxFrameRate ?? ceiling)
        return Rung(
            name: name, codec: own, size: size, crf: crf, maxrate: maxrate, bufsize: bits,
            profile: profile, level: level,
            // A rate that equals that of `video` has no effect.
            maxFrameRate: maxFrameRate == ceiling ? nil : maxFrameRate)
    }

    /// Reports a rung to remove that the extended preset does not have; others were removed before.
    private static func checkRemoval(_ isRemoved: Bool?, of name: String, _ fields: Fields) {
        guard isRemoved == true else { return }
        fields.ignoreMissing(except: Keys.name.name)
        let isNameless = fields.isUnknown(Keys.name.name)
        fields.diagnosis.markUnknown(fields.path)
        guard !fields.diagnosis.isPartial, !isNameless else { return }
        fields.diagnosis.report(
            .extendsRung, at: fields.location,
            "\(fields.path): the extended preset has no rung \(quoted(name))",
            advice: "delete the item, or write the name of a rung of that preset")
    }
}
