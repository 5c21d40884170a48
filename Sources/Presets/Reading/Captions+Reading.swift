extension Captions {
    enum Keys {
        static let maxTracks = Key(
            "maxTracks", .whole(in: 1...64), default: Captions().maxTracks,
            about:
                "maximum number of tracks, channels and sidecars; the upload's own come first"
        )
        static let beside = Key(
            "beside", .truth, default: Captions().beside,
            about: "use caption files beside the upload (sidecars)")
    }

    static func read(_ fields: Fields) -> Captions {
        Captions(
            maxTracks: fields.value(Keys.maxTracks), beside: fields.value(Keys.beside))
    }
}
