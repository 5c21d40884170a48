/// A bounded reader of bits, the most significant one first; each read returns `nil` beyond the end.
struct BitCursor {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an integer of at most 32 bits.
    mutating func integer(_ count: Int) -> Int? {
        guard count <= 32, position + count <= bytes.count * 8 else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
            position += 1
        }
        return value
    }

    mutating func flag() -> Bool? { integer(1).map { $0 == 1 } }

    mutating func skip(_ count: Int) -> Void? { integer(count).map { _ in () } }

    /// Reads an unsigned Exp-Golomb code (H.264, 9.1).
    mutating func golomb() -> Int? {
        var zeros = 0
        while let bit = integer(1), bit == 0 {
            zeros += 1
            guard zeros <= 31 else { return nil }
        }
        return integer(zeros).map { (1 << zeros) - 1 + $0 }
    }

    /// Reads a signed Exp-Golomb code (H.264, 9.1.1).
    mutating func signedGolomb() -> Int? {
        golomb().map { $0 & 1 == 1 ? ($0 + 1) / 2 : -($0 / 2) }
    }
}
