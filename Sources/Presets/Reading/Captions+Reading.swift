extension Captions {
    enum Keys {
        static let maxTracks = Key(
            "maxTracks", .whole(in: 1...64), default: Captions().maxTracks,
            about:
                "maximum number of tracks, channels and sidecars; the upload's own come first"
        )
    }

    static func read(_ fields: Fields) -> Captions {
        Captions(maxTracks: fields.value(Keys.maxTracks))
    }
}
