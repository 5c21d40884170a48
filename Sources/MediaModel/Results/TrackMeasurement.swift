internal import Storage
public import SystemPackage

/// The measurement of finished tracks from their packets, in a sandbox process.
public enum TrackMeasurement {
    /// A range of bytes of a file.
    public struct FileRange: Codable, Hashable, Sendable {
        /// The path below the measured folder.
        public let path: FilePath
        /// The range, in bytes.
        public let range: Range<Int>

        public init(path: FilePath, range: Range<Int>) {
            self.path = path
            self.range = range
        }

        private enum CodingKeys: CodingKey {
            case path, range
        }

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                path: try values.decodePath(forKey: .path),
                range: try values.decode(Range<Int>.self, forKey: .range))
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodePath(path, forKey: .path)
            try values.encode(range, forKey: .range)
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
