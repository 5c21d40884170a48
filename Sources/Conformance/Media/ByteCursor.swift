/// A bounded reader of big-endian integers; each read returns `nil` beyond the end.
struct ByteCursor {
    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    var remaining: Int { max(end - position, 0) }

    /// Reads an integer of at most 8 bytes.
    mutating func integer(_ count: Int) -> UInt64? {
        guard remaining >= count else { return nil }
        var value: UInt64 = 0
        for byte in bytes[position..<(position + count)] { value = value << 8 | UInt64(byte) }
        position += count
        return value
    }

    mutating func fourCharacters() -> String? {
        guard remaining >= 4 else { return nil }
        defer { position += 4 }
        return String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
    }

    mutating func skip(_ count: Int) -> Void? {
        guard count >= 0, remaining >= count else { return nil }
        position += count
        return ()
    }
}
