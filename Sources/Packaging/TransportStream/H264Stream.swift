internal import MediaUnits

/// Converts samples of an MP4 to access units with start codes (ITU-T H.264, annex B).
struct H264Stream {
    private static let startCode: [UInt8] = [0, 0, 0, 1]
    /// An access unit delimiter for slices of any kind, which MPEG-2 systems require (ISO/IEC 13818-1, 2.14.1).
    private static let delimiter: [UInt8] = startCode + [9, 0xF0]

    /// The size of the length field before each NAL unit, in bytes.
    private let lengthSize: Int
    /// The SPS and PPS, each after a start code.
    private let parameterSets: [UInt8]

    /// Reads the content of an `avcC` box (ISO/IEC 14496-15, 5.3.3.1); `nil` if it is invalid.
    init?(configuration: [UInt8]) {
        guard configuration.count > 6, configuration[0] == 1 else { return nil }
        lengthSize = Int(configuration[4] & 3) + 1
        var sets: [UInt8] = []
        var rest = configuration[5...]
        // The number of sequence parameter sets has 5 bits, that of picture parameter sets 8.
        for mask in [UInt8(0x1F), 0xFF] {
            guard let count = rest.popFirst() else { return nil }
            for _ in 0..<(count & mask) {
                guard let set = Self.unit(&rest, lengthSize: 2) else { return nil }
                sets += Self.startCode + set
            }
        }
        parameterSets = sets
    }

    /// Returns the access unit of a sample; `nil` if the lengths of its NAL units do not match its size.
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
