import MediaUnits
internal import VideoCodecs

extension Rung {
    enum Keys {
        static let name = Key(
            required: "name", .name, standIn: "", about: "folder of the rung, unique in the ladder")
        static let size = Key(
            required: "size", .pixels(in: 64...4320), standIn: 64,
            about: "the SHORT side, for portrait and landscape alike")
        /// From 1, since 0 is lossless, which common profiles do not support.
        static let crf = Key(
            "crf", .decimal(in: 1...51), default: Rung.defaultQuality,
            about: "quality; 1 is best, 23 is x264's default")
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

        static func codec(default codec: VideoCodec) -> Key<VideoCodec> {
            Key(
                "codec", .choice, default: codec, meaning: "that of `video`",
                about:
                    "codec of the video; HEVC needs rungs of H.264 beside it for players without HEVC"
            )
        }

        static func profile(of codec: VideoCodec) -> Key<Profile> {
            let model = codec.model
            let words = ValueType<Profile>.words(model.profiles.map(\.rawValue)) { text in
                model.profiles.first { $0.rawValue == text }
            }
            let type = ValueType<Profile>(words.form, write: words.write) { text in
                let other = VideoCodec.all.first {
                    $0.model.profiles.contains { $0.rawValue == text }
                }
                guard let other, other != codec,
                    !model.profiles.contains(where: { $0.rawValue == text })
                else { return words.parse(text) }
                return .failure(
                    .init(
                        rule: .valueChoice,
                        message:
                            "is a profile of \(other.model.title), and the rung is \(model.title)",
                        advice:
                            "write profile: \(model.defaultProfile) for the rung, or codec: \(other.rawValue)"
                    ))
            }
            return Key(
                "profile", type, default: model.defaultProfile,
                about: "the coding tools to use; HEVC has `main` here")
        }

        /// Returns the key `level` with the levels of a codec; with those of all codecs if the codec is unknown (`nil`).
        static func level(of codec: VideoCodec?) -> Key<String?> {
            let levels = (codec.map { [$0] } ?? VideoCodec.all).flatMap(\.model.levels)
            let type = ValueType.oneOf(levels).optional
            return Key(
                "level", ValueType(anyLevel, write: type.write, parse: type.parse),
                default: nil,
                meaning:
                    "the lowest for 16:9, the frame rate, `maxrate` and `bufsize`, or that of wider video, up to "
                    + "4.2 (HEVC: 4.1)",
                about:
                    "a limit, of H.264, table A-1, or of HEVC, table A.8, that wider video is scaled to"
            )
        }

        private static let anyLevel = ValueForm.words(
            Set(VideoCodec.all.flatMap(\.model.levels)).sorted())
    }
}
