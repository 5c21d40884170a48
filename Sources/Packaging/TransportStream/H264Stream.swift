internal import MediaUnits

/// Turns samples of an MP4 into access units with start codes (ITU-T H.264, annex B).
struct H264Stream {
    private static let startCode: [UInt8] = [0, 0, 0, 1]
    /// An access unit delimiter, any kind of slice: MPEG-2 systems ask for it (ISO/IEC 13818-1, 2.14.1).
    private static let delimiter: [UInt8] = startCode + [9, 0xF0]

    /// Bytes of the length before each NAL unit.
    private let lengthSize: Int
    /// SPS and PPS, each behind a start code.
    private let parameterSets: [UInt8]

    /// Reads an `avcC` box's content (ISO/IEC 14496-15, 5.3.3.1); `nil` if it is none.
    init?(configuration: [UInt8]) {
        guard configuration.count > 6, configuration[0] == 1 else { return nil }
        lengthSize = Int(configuration[4] & 3) + 1
        var sets: [UInt8] = []
        var rest = configuration[5...]
        // First the number of sequence parameter sets in 5 bits, then that of picture parameter sets in 8.
        for mask in [UInt8(0x1F), 0xFF] {
            guard let count = rest.popFirst() else { return nil }
            for _ in 0..<(count & mask) {
                guard let set = Self.unit(&rest, lengthSize: 2) else { return nil }
                sets += Self.startCode + set
            }
        }
        parameterSets = sets
    }

    /// - Returns: `nil` if the lengths do not fit the sample.
    func accessUnit(_ sample: [UInt8], isKey: Bool) -> [UInt8]? {
        var bytes = Self.delimiter + (isKey ? parameterSets : [])
        bytes.reserveCapacity(bytes.count + sample.count + 16)
        var rest = sample[...]
        while !rest.isEmpty {
            guard let unit = Self.unit(&rest, lengthSize: lengthSize) else { return nil }
            bytes += Self.startCode
            bytes += unit
        }
        return bytes
    }

    private static func unit(
        _ bytes: inout ArraySlice<UInt8>, lengthSize: Int
    ) -> ArraySlice<UInt8>? {
        guard bytes.count >= lengthSize else { return nil }
        let length = bytes.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
        let rest = bytes.dropFirst(lengthSize)
        guard rest.count >= length else { return nil }
        bytes = rest.dropFirst(length)
        return rest.prefix(length)
    }
}
