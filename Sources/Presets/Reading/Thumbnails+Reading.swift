import MediaUnits

extension Thumbnails {
    static func read(_ fields: Fields) -> Thumbnails {
        Thumbnails(
            poster: fields.section(
                "poster", about: "image shown before playback", default: Poster(),
                Poster.read),
            storyboard: fields.section(
                "storyboard",
                about: "sheets of tiles that players show over the time bar",
                default: Storyboard(), Storyboard.read))
    }
}

extension Thumbnails.Poster {
    enum Keys {
        static let width = Key(
            "width", .pixels(in: 64...4096), default: Thumbnails.Poster().width,
            about: "width; smaller uploads are not enlarged")
    }

    static func read(_ fields: Fields) -> Self { Self(width: fields.value(Keys.width)) }
}

extension Thumbnails.Storyboard {
    enum Keys {
        static let every = Key(
            "every", .time(in: Rational(1)...Rational(600)),
            default: Thumbnails.Storyboard().every,
            about: "time from one tile to the next")
        static let width = Key(
            "width", .pixels(in: 32...640), default: Thumbnails.Storyboard().width,
            about: "width of one tile")
        static let columns = Key(
            "columns", .whole(in: 1...25), default: Thumbnails.Storyboard().columns,
            about: "tiles in a row of a sheet")
        static let rows = Key(
            "rows", .whole(in: 1...25), default: Thumbnails.Storyboard().rows,
            about: "rows of tiles on a sheet")
    }

    static func read(_ fields: Fields) -> Self {
        Self(
            every: fields.value(Keys.every), width: fields.value(Keys.width),
            columns: fields.value(Keys.columns), rows: fields.value(Keys.rows))
    }
}
