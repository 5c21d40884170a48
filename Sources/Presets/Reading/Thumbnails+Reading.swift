import MediaUnits

extension Thumbnails {
    static func read(_ fields: Fields) -> Thumbnails {
        Thumbnails(
            poster: fields.section(
                "poster", about: "the picture shown before playback", default: Poster(),
                Poster.read),
            storyboard: fields.section(
                "storyboard",
                about: "sheets of small pictures that players show over the time bar",
                default: Storyboard(), Storyboard.read))
    }
}

extension Thumbnails.Poster {
    enum Keys {
        static let width = Key(
            "width", .pixels(in: 64...4096), default: Thumbnails.Poster().width,
            about: "the width; smaller uploads are not enlarged")
    }

    static func read(_ fields: Fields) -> Self { Self(width: fields.value(Keys.width)) }
}

extension Thumbnails.Storyboard {
    enum Keys {
        static let every = Key(
            "every", .time(in: Rational(1)...Rational(600)),
            default: Thumbnails.Storyboard().every,
            about: "from one picture to the next")
        static let width = Key(
            "width", .pixels(in: 32...640), default: Thumbnails.Storyboard().width,
            about: "the width of one picture")
        static let columns = Key(
            "columns", .whole(in: 1...25), default: Thumbnails.Storyboard().columns,
            about: "pictures side by side on a sheet")
        static let rows = Key(
            "rows", .whole(in: 1...25), default: Thumbnails.Storyboard().rows,
            about: "pictures below one another on a sheet")
    }

    static func read(_ fields: Fields) -> Self {
        Self(
            every: fields.value(Keys.every), width: fields.value(Keys.width),
            columns: fields.value(Keys.columns), rows: fields.value(Keys.rows))
    }
}
