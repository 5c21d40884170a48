import MediaUnits

extension Audio {
    enum Keys {
        static let codec = Key("codec", .choice, default: AudioCodec.aac)
        static let channels = Key("channels", .whole(in: 1...8), default: Audio().channels)
        static let sampleRate = Key("sampleRate", .sampleRate, default: Audio().sampleRate)
        static let bitrate = Key(
            "bitrate", .bitrate(in: .kilobits(16)...(.kilobits(1024))), default: Audio().bitrate)
        static let maxTracks = Key("maxTracks", .whole(in: 1...32), default: Audio().maxTracks)
    }

    static func read(_ fields: Fields) -> Audio? {
        let codec = fields.value(Keys.codec)
        let channels = fields.value(Keys.channels)
        let sampleRate = fields.value(Keys.sampleRate)
        let bitrate = fields.value(Keys.bitrate)
        let maxTracks = fields.value(Keys.maxTracks)
        guard let codec, let channels, let sampleRate, let bitrate, let maxTracks else {
            return nil
        }
        return Audio(
            codec: codec, channels: channels, sampleRate: sampleRate, bitrate: bitrate,
            maxTracks: maxTracks)
    }
}
