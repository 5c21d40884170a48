public import Foundation

/// The presentation times of a track's packets, read by ffprobe from its joined segments.
public struct TrackTimes: Sendable {
    /// The start of the first presented packet, in seconds.
    public let start: Double
    /// The end by the sum of the sample durations in the boxes, in seconds.
    public let end: Double
    /// The end if the last packet lasts a whole frame, in seconds.
    ///
    /// ffprobe reports 1024 samples for every AAC packet, also the last, which the boxes may shorten.
    public let lastPacketEnd: Double
    /// The duration of one frame, in seconds.
    public let frame: Double
    /// The time of each segment's first frame, in seconds.
    public let segmentStarts: [Double]
    /// Whether each segment's first packet is a keyframe.
    public let segmentsStartWithKey: [Bool]

    public init(of track: PublishedTrack, joined file: URL) async throws {
        let rows = try await FFprobe.rows(
            of: file,
            stream: 0,
            "packet=pts_time,duration_time,pos,flags"
        )
        let boxes = try await FFprobe.info(of: file)
        let packets = rows.compactMap(Packet.init)
        // Packets before an edit's start are decoded, but not presented (flag "D").
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

        /// Reads fields in ffprobe's order: pts_time, duration_time, pos, flags.
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
