import MediaUnits

extension Audio {
    enum Keys {
        static let codec = Key(
            "codec", .choice, default: AudioCodec.aac, about: "the codec of sound, which is AAC-LC")
        static let channels = Key(
            "channels", .whole(in: 1...8), default: Audio().channels,
            about: "channels of each rendition; more are mixed down, mono is heard on both sides")
        static let sampleRate = Key(
            "sampleRate", .sampleRate, default: Audio().sampleRate, about: "samples per second")
        static let bitrate = Key(
            "bitrate", .bitrate(in: .kilobits(16)...(.kilobits(1024))), default: Audio().bitrate,
            about: "for all channels together")
        static let maxTracks = Key(
            "maxTracks", .whole(in: 1...32), default: Audio().maxTracks,
            about: "tracks of the upload that are kept")
    }

    static func read(_ fields: Fields) -> Audio {
        Audio(
            codec: fields.value(Keys.codec), channels: fields.value(Keys.channels),
            sampleRate: fields.value(Keys.sampleRate), bitrate: fields.value(Keys.bitrate),
            maxTracks: fields.value(Keys.maxTracks),
            loudness: fields.optionalSection(
                "loudness",
                about: "how loud sound is made (audio.md); `none`: as loud as it comes",
                default: nil, read: Loudness.read))
    }
}
