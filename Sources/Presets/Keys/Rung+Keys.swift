import MediaUnits

extension Rung {
    enum Keys {
        static let name = Key(
            required: "name", .name, standIn: "", about: "folder of the rung, unique in the ladder")
        static let size = Key(
            required: "size", .pixels(in: 64...4320), standIn: 64,
            about: "the SHORT side, for portrait and landscape alike")
        static let maxrate = Key(
            required: "maxrate", .bitrate(in: .kilobits(50)...(.kilobits(240_000))),
            standIn: .kilobits(50),
            about: "maximum bit rate, whatever `crf` requires")
        static let bufsize = Key(
            "bufsize", BufferSize.type, default: .duration(defaultBuffer),
            about: "the decoder's buffer, over which `maxrate` applies")
        static let maxFrameRate = Key<Rational?>(
            "maxFrameRate", ValueType.frameRate(in: Rational(1)...Rational(120)).optional,
            default: nil, meaning: "that of `video`",
            about: "frames per second, at most that of `video`")
        static let remove = Key<Bool?>(
            "remove", ValueType.words(["true"]) { $0 == "true" ? true : nil }.optional,
            default: nil,
            about: "removes the rung of that name from the preset that this one extends")

    }
}
