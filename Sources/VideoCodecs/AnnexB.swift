/// Streams with start codes (ITU-T H.264 and H.265, annex B).
enum AnnexB {
    /// Returns the range of the next start code `00 00 01` at or after an index.
    static func startCode(in bytes: [UInt8], from index: Int = 0) -> Range<Int>? {
        guard bytes.count >= 3, index <= bytes.count - 3 else { return nil }
        let found = (index...(bytes.count - 3)).first {
            bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1
        }
        return found.map { $0..<$0 + 3 }
    }

    /// Returns the first result of a function that is not `nil`, over all units of a stream.
    ///
    /// The function gets all bytes from a unit's header on, those of later units included.
    static func first<Value>(in bytes: [UInt8], _ read: ([UInt8]) -> Value?) -> Value? {
        var index = 0
        while let code = startCode(in: bytes, from: index) {
            if let value = read(Array(bytes[code.upperBound...])) { return value }
            index = code.lowerBound + 1
        }
        return nil
    }

    /// Returns bytes without the 3 in `00 00 03`, which keeps start codes out of units (H.265, 7.3.1.1).
    static func withoutEmulationPrevention(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var zeros = 0
        return bytes.filter { byte in
            defer { zeros = byte == 0 ? zeros + 1 : 0 }
            return !(zeros >= 2 && byte == 3)
        }
    }

    /// Returns whether libav's extradata is a stream with start codes and not a configuration record, whose first byte is 1.
    static func isStream(_ configuration: [UInt8]) -> Bool { configuration.first == 0 }
}
