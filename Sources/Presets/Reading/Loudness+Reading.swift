extension Loudness {
    enum Keys {
        static let target = Key(
            "target", .level(in: -40 ... -5, unit: "LUFS"), default: Loudness().target,
            about: "integrated loudness of each track (EBU R 128)")
        static let truePeak = Key(
            "truePeak", .level(in: -9...0, unit: "dBTP"), default: Loudness().truePeak,
            about: "ceiling of peaks after the gain")
    }

    static func read(_ fields: Fields) -> Loudness {
        Loudness(target: fields.value(Keys.target), truePeak: fields.value(Keys.truePeak))
    }
}
