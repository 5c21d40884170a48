/// The measurement of finished tracks from their packets, in a sandbox process.
public enum TrackMeasurement {
    /// A range of bytes of a file.
    public struct FileRange: Codable, Hashable, Sendable {
        /// The path below the measured folder.
        public let path: String
        /// The range, in bytes.
        public let range: Range<Int>

        public init(path: String, range: Range<Int>) {
            self.path = path
            self.range = range
        }
    }

    /// The files of one media playlist.
    public struct Track: Codable, Hashable, Sendable {
        /// The init segment; `nil` if segments need none.
        public let initialization: FileRange?
        public let segments: [FileRange]

        public init(initialization: FileRange?, segments: [FileRange]) {
            self.initialization = initialization
            self.segments = segments
        }
    }
}
