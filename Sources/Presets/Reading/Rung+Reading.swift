import MediaUnits
internal import VideoCodecs

extension Rung {
    /// Stands for an item of the ladder that is no map.
    static let standIn = Rung(name: "", size: 64, maxrate: .kilobits(50))

    /// The rung in one item of the ladder; `video` has what all rungs share.
    static func read(_ fields: Fields, of video: Video) -> Rung {
        let name = fields.value(Keys.name)
        let own = fields.value(Keys.codec(default: video.codec), defaultFrom: "video.codec")
        // Of an unknown codec, profile and level may be those of any.
        let codec = fields.isUnknown("codec") ? nil : own
        let size = fields.value(Keys.size)
        let crf = fields.value(Keys.crf)
        let maxrate = fields.value(Keys.maxrate)
        let bufsize = fields.value(Keys.bufsize)
        let profile = fields.value(
            Keys.profile(of: codec ?? .h264), defaultFrom: fields.path(to: "codec"))
        let level = fields.value(Keys.level(of: codec))
        let maxFrameRate = fields.value(Keys.maxFrameRate)
        checkRemoval(fields.value(Keys.remove), of: name, fields)
        let bits = bufsize.bits(at: maxrate)
        let ceiling = video.maxFrameRate
        fields.fill(Keys.maxFrameRate, with: maxFrameRate ?? ceiling)
        return Rung(
            name: name, codec: own, size: size, crf: crf, maxrate: maxrate, bufsize: bits,
            profile: profile, level: level,
            // Written out or left out, it makes the same.
            maxFrameRate: maxFrameRate == ceiling ? nil : maxFrameRate)
    }

    /// A rung to remove is none; one that `extends` brings was removed before.
    private static func checkRemoval(_ isRemoved: Bool?, of name: String, _ fields: Fields) {
        guard isRemoved == true else { return }
        fields.excuseMissing(but: Keys.name.name)
        let isNameless = fields.isUnknown(Keys.name.name)
        fields.diagnosis.markUnknown(fields.path)
        guard !fields.diagnosis.isPartial, !isNameless else { return }
        fields.diagnosis.report(
            .extendsRung, at: fields.location,
            "\(fields.path): there is no rung \(quoted(name)) to remove",
            advice: "leave it out, or write the name of a rung that `extends` brings")
    }
}
