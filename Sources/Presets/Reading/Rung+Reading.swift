import MediaUnits

extension Rung {
    enum Keys {
        static let name = Key("name", .name, about: "the rung's folder, every rung its own")
        static let size = Key(
            "size", .pixels(in: 64...4320), about: "the SHORT side, so that portrait works")
        /// 0 would be lossless, which H.264's common profiles do not have.
        static let crf = Key(
            "crf", .decimal(in: 1...51), default: Rung.defaultQuality,
            about: "quality; 1 is best, 23 is x264's default")
        static let maxrate = Key(
            "maxrate", .bitrate(in: .kilobits(50)...(.kilobits(240_000))),
            about: "the ceiling that quality may not take the bit rate above")
        static let bufsize = Key(
            "bufsize", BufferSize.type, default: .duration(defaultBuffer),
            about: "the decoder's buffer, over which `maxrate` holds")
        static let profile = Key(
            "profile", .choice, default: Profile.high, about: "the coding tools of H.264 to use")
        static let level = Key<H264Level?>(
            "level", ValueType<H264Level>.choice.optional, default: .some(nil),
            meaning: "the lowest for 16:9, the frame rate, `maxrate` and `bufsize`",
            about: "of H.264, table A-1")
        static let maxFrameRate = Key<Rational?>(
            "maxFrameRate", ValueType.frameRate(in: Rational(1)...Rational(120)).optional,
            default: .some(nil), meaning: "that of `video`",
            about: "frames per second, at most that of `video`")
        static let remove = Key<Bool?>(
            "remove", ValueType.words(["true"]) { $0 == "true" ? true : nil }.optional,
            default: .some(nil),
            about: "leaves out the rung of that name of the preset that this one extends")
    }

    /// The rung in one item of the ladder; `ceiling` is the preset's `video.maxFrameRate`.
    static func read(_ fields: Fields, ceiling: Rational) -> Rung? {
        let name = fields.value(Keys.name)
        let size = fields.value(Keys.size)
        let crf = fields.value(Keys.crf)
        let maxrate = fields.value(Keys.maxrate)
        let bufsize = fields.value(Keys.bufsize)
        let profile = fields.value(Keys.profile)
        let level = fields.value(Keys.level)
        let maxFrameRate = fields.value(Keys.maxFrameRate)
        let remove = fields.value(Keys.remove)
        if remove == true, let name {
            fields.diagnosis.report(
                .extendsRung, at: fields.location,
                "\(fields.path): there is no rung \(quoted(name)) to remove",
                advice: "leave it out, or write the name of a rung that `extends` brings")
            fields.excuseMissing()
            return nil
        }
        guard let name, let size, let crf, let maxrate, let bufsize, let profile, let level,
            let maxFrameRate
        else { return nil }
        let bits = bufsize.bits(at: maxrate)
        let frameRate = min(ceiling, maxFrameRate ?? ceiling)
        let lowest = lowestLevel(
            size: size, frameRate: frameRate, maxrate: maxrate, bufsize: bits, profile: profile)
        let rung = Rung(
            name: name, size: size, crf: crf, maxrate: maxrate, bufsize: bits, profile: profile,
            level: (level ?? lowest).rawValue,
            // Written out or left out, it makes the same.
            maxFrameRate: frameRate == ceiling ? nil : frameRate)
        fields.fill(Keys.level, with: level ?? lowest)
        fields.fill(Keys.maxFrameRate, with: frameRate)
        rung.check(level: level ?? lowest, lowest: lowest, frameRate: frameRate, fields)
        if let maxFrameRate, maxFrameRate > ceiling {
            fields.diagnosis.report(
                .rungFrameRate, at: fields.location(of: Keys.maxFrameRate.name),
                "\(fields.path): \(maxFrameRate) frames/s are above video.maxFrameRate (\(ceiling))",
                advice: "write \(ceiling) or less, or raise video.maxFrameRate")
        }
        return rung
    }

    private func check(level: H264Level, lowest: H264Level, frameRate: Rational, _ fields: Fields) {
        let location = fields.location(of: Keys.level.name)
        let picture = Self.widescreen(size: size)
        let remedy = level < lowest ? "write level: \(lowest), or leave it out" : nil
        if !level.fits(picture, frameRate: frameRate) {
            fields.diagnosis.report(
                .levelSize, at: location,
                "\(fields.path): level \(level) does not hold \(picture) at \(frameRate) frames/s",
                advice: remedy ?? "lower size or maxFrameRate")
        }
        let (bitrate, buffer) = (profile.maxBitrate(at: level), profile.maxBufferSize(at: level))
        if maxrate > bitrate || bufsize > buffer {
            fields.diagnosis.report(
                .levelBitrate, at: location,
                "\(fields.path): level \(level) allows a maxrate of \(bitrate) and a bufsize of "
                    + "\(buffer / 1000)k, not \(maxrate) and \(bufsize / 1000)k",
                advice: remedy ?? "lower maxrate or bufsize")
        }
    }
}
