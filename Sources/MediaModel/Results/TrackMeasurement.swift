/// Measures finished tracks from their packets, in a sandbox process: they were made from an upload.
public enum TrackMeasurement {
    /// A range of bytes of a file.
    public struct Part: Codable, Hashable, Sendable {
        /// Below the folder that is measured.
        public let path: String
        public let range: Range<Int>

        public init(path: String, range: Range<Int>) {
            self.path = path
            self.range = range
        }
    }

    /// The files of one media playlist.
    public struct Track: Codable, Hashable, Sendable {
        /// `nil`: segments need none.
        public let initialization: Part?
        public let segments: [Part]

        public init(initialization: Part?, segments: [Part]) {
            self.initialization = initialization
            self.segments = segments
        }
    }
}
