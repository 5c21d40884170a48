internal import Foundation
internal import MediaUnits

/// JSON with the times as Base64 of little-endian 64-bit integers.
///
/// A long film has a million frames; as many JSON numbers would be slow to decode.
extension FrameIndex: Codable {
    private enum CodingKeys: CodingKey {
        case timeBase, times, lastDuration, keyframes, isSeekable, hiddenPackets
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let bytes = try [UInt8](fields.decode(Data.self, forKey: .times))
        let width = MemoryLayout<Int64>.size
        let times = stride(from: 0, to: bytes.count - bytes.count % width, by: width).map { start in
            Int(bytes[start..<start + width].reversed().reduce(0) { $0 << 8 | Int64($1) })
        }
        self.init(
            timeBase: try fields.decode(Rational.self, forKey: .timeBase), times: times,
            lastDuration: try fields.decode(Int.self, forKey: .lastDuration),
            keyframes: try fields.decode([Keyframe].self, forKey: .keyframes),
            isSeekable: try fields.decode(Bool.self, forKey: .isSeekable),
            hiddenPackets: try fields.decode(Int.self, forKey: .hiddenPackets))
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(times.count * MemoryLayout<Int64>.size)
        for time in times {
            // Little-endian.
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: time >> shift))
            }
        }
        try fields.encode(timeBase, forKey: .timeBase)
        try fields.encode(Data(bytes), forKey: .times)
        try fields.encode(lastDuration, forKey: .lastDuration)
        try fields.encode(keyframes, forKey: .keyframes)
        try fields.encode(isSeekable, forKey: .isSeekable)
        try fields.encode(hiddenPackets, forKey: .hiddenPackets)
    }
}
