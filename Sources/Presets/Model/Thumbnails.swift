public import MediaUnits

/// The still pictures of a package.
public struct Thumbnails: Codable, Hashable, Sendable {
    public let poster: Poster
    public let storyboard: Storyboard

    public init(poster: Poster = Poster(), storyboard: Storyboard = Storyboard()) {
        self.poster = poster
        self.storyboard = storyboard
    }

    /// The picture shown before playback.
    public struct Poster: Codable, Hashable, Sendable {
        /// Pixels; smaller uploads are not enlarged.
        public let width: Int

        public init(width: Int = 1280) { self.width = width }
    }

    /// Sheets of small pictures that players show over the time bar.
    public struct Storyboard: Codable, Hashable, Sendable {
        /// Seconds from one picture to the next.
        public let every: Rational
        /// Of one picture, in pixels.
        public let width: Int
        /// Pictures side by side on a sheet.
        public let columns: Int
        /// Pictures below one another on a sheet.
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
