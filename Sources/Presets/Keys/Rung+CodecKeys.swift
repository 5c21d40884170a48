internal import VideoCodecs

/// The keys of a rung whose values depend on its codec.
///
/// The form of a value is that of all codecs. Without a codec (`nil`, an unknown one), the values of all codecs are read.
extension Rung.Keys {
    static func codec(default codec: VideoCodec) -> Key<VideoCodec> {
        let others = VideoCodec.titles { !$0.isUniversal }
        return Key(
            "codec", .choice, default: codec, meaning: "that of `video`",
            about: "codec of the video; players without \(others) need rungs of "
                + "\(VideoCodec.titles(where: \.isUniversal)), too")
    }

    static func crf(of codec: VideoCodec?, at point: OperatingPoint?) -> Key<Double> {
        let all = range(of: VideoCodec.all)
        let type = ValueType.decimal(in: codec?.model.qualityRange ?? all)
        return Key(
            "crf", ValueType(ValueType.decimal(in: all).form, write: type.write, parse: type.parse),
            default: (codec ?? .default).model.defaultQuality(at: point),
            meaning: perCodec { type.write($0.defaultQuality) ?? "" }
                + OperatingPoint.allCases.map { point in
                    "; with `point: \(point.rawValue)` "
                        + perCodec { type.write($0.defaultQuality(at: point)) ?? "" }
                }.joined(),
            about:
                "quality; 1 is best; H.264 at `point: balanced` has up to 1 less below 1080p"
        )
    }

    private static func range(of codecs: [VideoCodec]) -> ClosedRange<Double> {
        let ranges = codecs.map(\.model.qualityRange)
        return (ranges.map(\.lowerBound).min() ?? 0)...(ranges.map(\.upperBound).max() ?? 0)
    }

    static func profile(of codec: VideoCodec?) -> Key<Profile> {
        var all: [Profile] = []
        for profile in VideoCodec.all.flatMap(\.model.profiles) where !all.contains(profile) {
            all.append(profile)
        }
        let profiles = codec?.model.profiles ?? all
        let words = ValueType<Profile>.words(profiles.map(\.rawValue)) { text in
            profiles.first { $0.rawValue == text }
        }
        let type = ValueType<Profile>(.words(all.map(\.rawValue)), write: words.write) { text in
            words.parse(text).mapError { error in
                codec.flatMap { profileOfAnotherCodec(text, than: $0.model) } ?? error
            }
        }
        return Key(
            "profile", type, default: (codec ?? .default).model.defaultProfile,
            about: "the coding tools to use; "
                + VideoCodec.all.map { codec in
                    let names = codec.model.profiles.map { "`\($0)`" }
                    return "of \(codec.model.title) \(ValueForm.choice(of: names))"
                }.joined(separator: ", "))
    }

    private static func profileOfAnotherCodec(
        _ text: String, than model: any VideoCodecModel
    ) -> ValueType<Profile>.ValueError? {
        let other = VideoCodec.all.first { $0.model.profiles.contains { $0.rawValue == text } }
        return other.map { other in
            .init(
                rule: .valueChoice,
                message: "is a profile of \(other.model.title), and the rung is \(model.title)",
                advice:
                    "write profile: \(model.defaultProfile) for the rung, or codec: \(other.rawValue)"
            )
        }
    }

    static func level(of codec: VideoCodec?) -> Key<String?> {
        let all = VideoCodec.all.flatMap(\.model.levels)
        let type = ValueType.oneOf(codec?.model.levels ?? all).optional
        let tables = VideoCodec.all.map { "of \($0.model.title), \($0.model.levelTable)" }
        return Key(
            "level",
            ValueType(.words(Set(all).sorted()), write: type.write, parse: type.parse),
            default: nil,
            meaning:
                "the lowest for 16:9, the frame rate, `maxrate` and `bufsize`, or that of wider video, up to "
                + perCodec(\.highestRaisedLevel),
            about: "a limit, \(tables.joined(separator: ", or ")), that wider video is scaled to")
    }

    /// Returns a text of the default codec, followed by those of other codecs that differ: "4.2 (HEVC: 4.1)".
    private static func perCodec(_ text: (any VideoCodecModel) -> String) -> String {
        let common = text(VideoCodec.default.model)
        let others = VideoCodec.all.map(\.model).filter { text($0) != common }
            .map { "\($0.title): \(text($0))" }
        return common + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))")
    }
}
