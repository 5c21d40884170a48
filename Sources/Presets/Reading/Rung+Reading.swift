import MediaUnits

extension Rung {
    enum Keys {
        static let name = Key("name", .name, about: "the rung's folder, every rung its own")
        static let size = Key(
            "size", .pixels(in: 64...4320), about: "the SHORT side, so that portrait works")
        /// 0 would be lossless, which common profiles do not have.
        static let crf = Key(
            "crf", .decimal(in: 1...51), default: Rung.defaultQuality,
            about: "quality; 1 is best, 23 is x264's default")
        static let maxrate = Key(
            "maxrate", .bitrate(in: .kilobits(50)...(.kilobits(240_000))),
            about: "the ceiling that quality may not take the bit rate above")
        static let bufsize = Key(
            "bufsize", BufferSize.type, default: .duration(defaultBuffer),
            about: "the decoder's buffer, over which `maxrate` holds")
        static let maxFrameRate = Key<Rational?>(
            "maxFrameRate", ValueType.frameRate(in: Rational(1)...Rational(120)).optional,
            default: .some(nil), meaning: "that of `video`",
            about: "frames per second, at most that of `video`")
        static let remove = Key<Bool?>(
            "remove", ValueType.words(["true"]) { $0 == "true" ? true : nil }.optional,
            default: .some(nil),
            about: "leaves out the rung of that name of the preset that this one extends")

        static func codec(default codec: VideoCodec) -> Key<VideoCodec> {
            Key(
                "codec", .choice, default: codec, meaning: "that of `video`",
                about:
                    "of the pictures; HEVC for some of the players needs rungs of H.264 beside it")
        }

        static func profile(of codec: VideoCodec) -> Key<Profile> {
            let about = "the coding tools to use; HEVC has `main` here"
            return codec == .h264
                ? Key("profile", .choice, default: .high, about: about)
                : Key("profile", ofHEVC, default: .main, about: about)
        }

        private static let ofHEVC: ValueType<Profile> = {
            let words = ValueType<Profile>.words(["main"]) { $0 == "main" ? .main : nil }
            return ValueType<Profile>(words.form, write: words.write) { text in
                guard text != "main", Profile(rawValue: text) != nil else {
                    return words.parse(text)
                }
                return .failure(
                    .init(
                        rule: .valueChoice, message: "is a profile of H.264, and the rung is HEVC",
                        advice: "write profile: main for the rung, or codec: h264"))
            }
        }()

        static func level<Level: CaseIterable & RawRepresentable<String> & Sendable>(
            _ kind: Level.Type
        ) -> Key<Level?> {
            let type = ValueType<Level>.choice.optional
            return Key(
                "level", ValueType(anyLevel, write: type.write, parse: type.parse),
                default: .some(nil),
                meaning: "the lowest for 16:9, the frame rate, `maxrate` and `bufsize`",
                about: "of H.264, table A-1, or of HEVC, table A.8")
        }

        private static let anyLevel = ValueForm.words(
            Set(H264Level.allCases.map(\.rawValue) + HEVCLevel.allCases.map(\.rawValue)).sorted())
    }

    /// The rung in one item of the ladder; `video` has what all rungs share.
    static func read(_ fields: Fields, of video: Video) -> Rung? {
        let name = fields.value(Keys.name)
        let codec = fields.value(Keys.codec(default: video.codec))
        let size = fields.value(Keys.size)
        let crf = fields.value(Keys.crf)
        let maxrate = fields.value(Keys.maxrate)
        let bufsize = fields.value(Keys.bufsize)
        let profile = fields.value(Keys.profile(of: codec ?? video.codec))
        let level = readLevel(fields, codec ?? video.codec)
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
        guard let name, let codec, let size, let crf, let maxrate, let bufsize, let profile,
            let level, let maxFrameRate
        else { return nil }
        let bits = bufsize.bits(at: maxrate)
        let ceiling = video.maxFrameRate
        let frameRate = min(ceiling, maxFrameRate ?? ceiling)
        let lowest = lowestLevel(
            of: codec, size: size, frameRate: frameRate, maxrate: maxrate, bufsize: bits,
            profile: profile)
        let rung = Rung(
            name: name, codec: codec, size: size, crf: crf, maxrate: maxrate, bufsize: bits,
            profile: profile, level: level ?? lowest,
            // Written out or left out, it makes the same.
            maxFrameRate: frameRate == ceiling ? nil : frameRate)
        rung.fillLevel(fields)
        fields.fill(Keys.maxFrameRate, with: frameRate)
        rung.check(lowest: lowest, frameRate: frameRate, fields)
        if let maxFrameRate, maxFrameRate > ceiling {
            fields.diagnosis.report(
                .rungFrameRate, at: fields.location(of: Keys.maxFrameRate.name),
                "\(fields.path): \(maxFrameRate) frames/s are above video.maxFrameRate (\(ceiling))",
                advice: "write \(ceiling) or less, or raise video.maxFrameRate")
        }
        return rung
    }

    private static func readLevel(_ fields: Fields, _ codec: VideoCodec) -> String?? {
        switch codec {
        case .h264: fields.value(Keys.level(H264Level.self)).map { $0?.rawValue }
        case .hevc: fields.value(Keys.level(HEVCLevel.self)).map { $0?.rawValue }
        }
    }

    private func fillLevel(_ fields: Fields) {
        switch codec {
        case .h264: fields.fill(Keys.level(H264Level.self), with: H264Level(rawValue: level))
        case .hevc: fields.fill(Keys.level(HEVCLevel.self), with: HEVCLevel(rawValue: level))
        }
    }

    private func check(lowest: String, frameRate: Rational, _ fields: Fields) {
        switch codec {
        case .h264:
            guard let level = H264Level(rawValue: level), let lowest = H264Level(rawValue: lowest)
            else { return }
            check(
                isLow: level < lowest, lowest: lowest.rawValue,
                holds: level.fits(Self.widescreen(size: size), frameRate: frameRate),
                frameRate: frameRate, bitrate: profile.maxBitrate(at: level),
                buffer: profile.maxBufferSize(at: level), fields)
        case .hevc:
            guard let level = HEVCLevel(rawValue: level), let lowest = HEVCLevel(rawValue: lowest)
            else { return }
            check(
                isLow: level < lowest, lowest: lowest.rawValue,
                holds: level.fits(Self.widescreen(size: size), frameRate: frameRate),
                frameRate: frameRate, bitrate: level.maxBitrate, buffer: level.maxBufferSize,
                fields)
        }
    }

    private func check(
        isLow: Bool, lowest: String, holds: Bool, frameRate: Rational, bitrate: Bitrate,
        buffer: Int, _ fields: Fields
    ) {
        let location = fields.location(of: "level")
        let remedy = isLow ? "write level: \(lowest), or leave it out" : nil
        if !holds {
            fields.diagnosis.report(
                .levelSize, at: location,
                "\(fields.path): level \(level) does not hold \(Self.widescreen(size: size)) at "
                    + "\(frameRate) frames/s",
                advice: remedy ?? "lower size or maxFrameRate")
        }
        if maxrate > bitrate || bufsize > buffer {
            fields.diagnosis.report(
                .levelBitrate, at: location,
                "\(fields.path): level \(level) allows a maxrate of \(bitrate) and a bufsize of "
                    + "\(buffer / 1000)k, not \(maxrate) and \(bufsize / 1000)k",
                advice: remedy ?? "lower maxrate or bufsize")
        }
    }
}
