public import Foundation

/// The ffprobe command, which reads files independently of the product.
public enum FFprobe {
    /// One stream, with the members that the checkers use.
    public struct Stream: Decodable, Sendable {
        public let index: Int
        public let kind: String
        public let codec: String?
        public let profile: String?
        public let level: Int?
        public let width: Int?
        public let height: Int?
        public let sampleAspectRatio: String?
        public let averageFrameRate: String?
        public let colorSpace: String?
        public let colorTransfer: String?
        public let packets: String?
        public let channels: Int?
        public let sampleRate: String?
        /// The duration by the container's boxes, in seconds.
        public let duration: String?
        public let disposition: [String: Int]?
        public let tags: [String: String]?
        public let sideData: [SideData]?

        /// The clockwise rotation of the display matrix in degrees (ffprobe prints the negative).
        public var rotation: Int { -(sideData?.compactMap(\.rotation).first ?? 0) }

        enum CodingKeys: String, CodingKey {
            case index, profile, level, width, height, channels, disposition, tags, duration
            case kind = "codec_type"
            case codec = "codec_name"
            case sampleAspectRatio = "sample_aspect_ratio"
            case averageFrameRate = "avg_frame_rate"
            case colorSpace = "color_space"
            case colorTransfer = "color_transfer"
            case packets = "nb_read_packets"
            case sampleRate = "sample_rate"
            case sideData = "side_data_list"
        }
    }

    /// Side data of a stream: only the rotation of a display matrix.
    public struct SideData: Decodable, Sendable {
        public let rotation: Int?
    }

    /// The members of the file.
    public struct Format: Decodable, Sendable {
        public let tags: [String: String]?
    }

    /// The streams and tags of a file.
    public struct Info: Decodable, Sendable {
        public let streams: [Stream]
        public let format: Format
    }

    /// Reads a file's info, counting the packets of every stream.
    public static func info(of file: URL) async throws -> Info {
        let output = try await Command(
            "ffprobe",
            [
                "-v", "quiet", "-count_packets", "-show_streams", "-show_format",
                "-of", "json", path(file),
            ]
        ).succeed()
        return try JSONDecoder().decode(Info.self, from: output.standardOutput)
    }

    /// Returns the rows of one kind of entry ("packet", "frame"), each field as text, in the file's order.
    public static func rows(
        of file: URL,
        stream: Int,
        _ entries: String,
        first limit: Int? = nil
    ) async throws -> [[String]] {
        let interval = limit.map { ["-read_intervals", "%+#\($0)"] } ?? []
        let output = try await Command(
            "ffprobe",
            ["-v", "quiet", "-select_streams", "\(stream)", "-show_entries", entries]
                + interval + ["-of", "csv=p=0", path(file)]
        ).succeed()
        return output.lines.map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Returns a file's path in a form that the commands never parse as a URL or an option.
    public static func path(_ file: URL) -> String { "file:" + file.path(percentEncoded: false) }
}
