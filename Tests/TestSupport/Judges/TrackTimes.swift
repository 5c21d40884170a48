public import Foundation

/// When a track's packets are shown, by ffprobe's reading of its joined segments.
public struct TrackTimes: Sendable {
    /// Seconds: the start of the first packet that is presented.
    public let start: Double
    /// Seconds: the end, by the sum of the sample durations in the boxes.
    public let end: Double
    /// Seconds: the end, if the last packet lasts a whole frame.
    ///
    /// ffprobe gives every AAC packet 1024 samples, also the last, which the boxes may shorten.
    public let lastPacketEnd: Double
    /// Seconds: the length of one frame.
    public let frame: Double
    /// Seconds: where each segment's first frame is shown.
    public let segmentStarts: [Double]
    /// True where a segment's first packet is one that decoding can start at.
    public let segmentsStartWithKey: [Bool]

    public init(of track: PublishedTrack, joined file: URL) async throws {
        let rows = try await FFprobe.rows(
            of: file,
            stream: 0,
            "packet=pts_time,duration_time,pos,flags"
        )
        let boxes = try await FFprobe.info(of: file)
        let packets = rows.compactMap(Packet.init)
        // What lies before an edit's start is decoded, not presented ("D" among the flags).
        let shown = packets.filter { !$0.flags.contains("D") }
        start = shown.map(\.time).min() ?? 0
        lastPacketEnd = shown.map { $0.time + $0.duration }.max() ?? 0
        end = boxes.streams.first?.duration.flatMap(Double.init) ?? lastPacketEnd
        frame = shown.map(\.duration).sorted().dropFirst(shown.count / 2).first ?? 0
        var position = try track.initSegment.map { try Data(contentsOf: $0).count } ?? 0
        var starts: [Double] = []
        var keys: [Bool] = []
        for segment in track.segments {
            let range = position..<position + segment.byteCount
            let inside = packets.filter { range.contains($0.position) }
            starts.append(inside.map(\.time).min() ?? .nan)
            keys.append(inside.first?.flags.contains("K") ?? false)
            position = range.upperBound
        }
        segmentStarts = starts
        segmentsStartWithKey = keys
    }

    private struct Packet {
        let time: Double
        let duration: Double
        let position: Int
        let flags: String

        /// Fields in ffprobe's own order: pts_time, duration_time, pos, flags.
        init?(_ row: [String]) {
            guard row.count >= 4, let time = Double(row[0]), let position = Int(row[2]) else {
                return nil
            }
            self.time = time
            self.position = position
            duration = Double(row[1]) ?? 0
            flags = row[3]
        }
    }
}
