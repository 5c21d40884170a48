import MediaUnits

extension Rung {
    enum Keys {
        static let name = Key("name", .name)
        static let size = Key("size", .pixels(in: 64...4320))
        /// 0 would be lossless, which H.264's common profiles do not have.
        static let crf = Key("crf", .decimal(in: 1...51), default: Rung.defaultQuality)
        static let maxrate = Key("maxrate", .bitrate(in: .kilobits(50)...(.kilobits(240_000))))
        static let bufsize = Key("bufsize", BufferSize.type, default: .duration(defaultBuffer))
        static let profile = Key("profile", .choice, default: Profile.high)
        static let level = Key<H264Level?>(
            "level", ValueType<H264Level>.choice.map(Optional.some), default: .some(nil))
        static let maxFrameRate = Key<Rational?>(
            "maxFrameRate", ValueType.frameRate(in: Rational(1)...Rational(120)).map(Optional.some),
            default: .some(nil))
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
        guard let name, let size, let crf, let maxrate, let bufsize, let profile, let level,
            let maxFrameRate
        else { return nil }
        let bits = bufsize.bits(at: maxrate)
        let frameRate = min(ceiling, maxFrameRate ?? ceiling)
        let lowest = lowestLevel(
            size: size, frameRate: frameRate, maxrate: maxrate, bufsize: bits, profile: profile)
        let rung = Rung(
            name: name, size: size, crf: crf, maxrate: maxrate, bufsize: bits, profile: profile,
            level: (level ?? lowest).rawValue, maxFrameRate: maxFrameRate)
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
