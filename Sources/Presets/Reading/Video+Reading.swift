import MediaUnits

extension Video {
    enum Keys {
        static let codec = Key("codec", .choice, default: VideoCodec.h264)
        static let gop = Key(
            "gop", .time(in: Rational(1, 2)...Rational(10)), default: Video().gop)
        static let maxFrameRate = Key(
            "maxFrameRate", .frameRate(in: Rational(1)...Rational(120)),
            default: Video().maxFrameRate)
    }

    static func read(_ fields: Fields) -> Video? {
        let codec = fields.value(Keys.codec)
        let gop = fields.value(Keys.gop)
        let maxFrameRate = fields.value(Keys.maxFrameRate)
        let encoder = fields.section("encoder", default: Encoder(), Encoder.read)
        guard let codec, let gop, let maxFrameRate, let encoder else { return nil }
        return Video(codec: codec, gop: gop, maxFrameRate: maxFrameRate, encoder: encoder)
    }
}
