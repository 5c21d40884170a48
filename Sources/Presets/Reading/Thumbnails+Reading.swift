import MediaUnits

extension Thumbnails {
    static func read(_ fields: Fields) -> Thumbnails? {
        let poster = fields.section(
            "poster", about: "the picture shown before playback", default: Poster(), Poster.read)
        let storyboard = fields.section(
            "storyboard", about: "sheets of small pictures that players show over the time bar",
            default: Storyboard(), Storyboard.read)
        guard let poster, let storyboard else { return nil }
        return Thumbnails(poster: poster, storyboard: storyboard)
    }
}

extension Thumbnails.Poster {
    enum Keys {
        static let width = Key(
            "width", .pixels(in: 64...4096), default: Thumbnails.Poster().width,
            about: "the width; smaller uploads are not enlarged")
    }

    static func read(_ fields: Fields) -> Self? { fields.value(Keys.width).map(Self.init) }
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

    static func read(_ fields: Fields) -> Self? {
        let every = fields.value(Keys.every)
        let width = fields.value(Keys.width)
        let columns = fields.value(Keys.columns)
        let rows = fields.value(Keys.rows)
        guard let every, let width, let columns, let rows else { return nil }
        return Self(every: every, width: width, columns: columns, rows: rows)
    }
}
