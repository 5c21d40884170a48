import MediaUnits
internal import VideoCodecs

extension Video {
    enum Keys {
        static var codec: Key<VideoCodec> {
            Key("codec", .choice, default: .default, about: "codec of the video")
        }
        static let gop = Key(
            "gop", .time(in: Rational(1, 2)...Rational(10)), default: Video().gop,
            about: "time from one IDR to the next; segments begin with an IDR")
        static let maxFrameRate = Key(
            "maxFrameRate", .frameRate(in: Rational(1)...Rational(120)),
            default: Video().maxFrameRate,
            about:
                "frames per second; a faster upload is divided by the smallest integer that fits"
        )
    }

    static func read(_ fields: Fields) -> Video {
        Video(
            codec: fields.value(Keys.codec), gop: fields.value(Keys.gop),
            maxFrameRate: fields.value(Keys.maxFrameRate),
            encoder: fields.section(
                "encoder", about: "speed and options of the video encoder", default: Encoder(),
                Encoder.read))
    }
}
