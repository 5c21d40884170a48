import MediaUnits

extension Audio {
    enum Keys {
        static let codec = Key(
            "codec", .choice, default: AudioCodec.aac, about: "codec of the audio, AAC-LC")
        static let channels = Key(
            "channels", .whole(in: 1...8), default: Audio().channels,
            about: "channels of each rendition; more are mixed down, mono is on both sides")
        static let sampleRate = Key(
            "sampleRate", .sampleRate, default: Audio().sampleRate, about: "samples per second")
        static let bitrate = Key(
            "bitrate", .bitrate(in: .kilobits(16)...(.kilobits(1024))), default: Audio().bitrate,
            about: "bit rate of all channels together")
        static let maxTracks = Key(
            "maxTracks", .whole(in: 1...32), default: Audio().maxTracks,
            about: "maximum number of tracks of the upload")
    }

    static func read(_ fields: Fields) -> Audio {
        Audio(
            codec: fields.value(Keys.codec), channels: fields.value(Keys.channels),
            sampleRate: fields.value(Keys.sampleRate), bitrate: fields.value(Keys.bitrate),
            maxTracks: fields.value(Keys.maxTracks),
            loudness: fields.optionalSection(
                "loudness",
                about: "loudness normalization (audio.md); `none`: the upload's own loudness",
                default: nil, read: Loudness.read))
    }
}
