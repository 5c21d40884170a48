public import MediaUnits

/// The images of a package: poster and storyboard.
public struct Thumbnails: Codable, Hashable, Sendable {
    public let poster: Poster
    public let storyboard: Storyboard

    public init(poster: Poster = Poster(), storyboard: Storyboard = Storyboard()) {
        self.poster = poster
        self.storyboard = storyboard
    }

    /// The image that players show before playback.
    public struct Poster: Codable, Hashable, Sendable {
        /// The width in pixels; smaller uploads are not enlarged.
        public let width: Int

        public init(width: Int = 1280) { self.width = width }
    }

    /// Sheets of tiles that players show over the time bar.
    public struct Storyboard: Codable, Hashable, Sendable {
        /// The time from one tile to the next, in seconds.
        public let every: Rational
        /// The width of one tile, in pixels.
        public let width: Int
        /// Tiles in a row of a sheet.
        public let columns: Int
        /// Rows of tiles on a sheet.
        public let rows: Int

        public init(
            every: Rational = Rational(5), width: Int = 160, columns: Int = 10, rows: Int = 10
        ) {
            self.every = every
            self.width = width
            self.columns = columns
            self.rows = rows
        }
    }
}
