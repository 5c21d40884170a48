/// An ID3 tag (id3.org, ID3 tag version 2.4.0, 3.1).
enum ID3Tag {
    private static let headerSize = 10

    /// Returns the bytes of the tag that some bytes begin with, which may be more than those; `nil` if they begin with none.
    static func byteCount(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: "ID3".utf8), bytes.count >= headerSize else { return nil }
        let field = bytes[(bytes.startIndex + 6)..<(bytes.startIndex + headerSize)]
        // A footer repeats the header.
        let hasFooter = bytes[bytes.startIndex + 5] & 0x10 != 0
        return headerSize * (hasFooter ? 2 : 1)
            + size(field.reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Returns the range of a tag's frames at the start of some bytes; `nil` if they begin with no tag, or it ends beyond them.
    static func frames(_ bytes: [UInt8]) -> Range<Int>? {
        guard let count = byteCount(bytes[...]), count <= bytes.count else { return nil }
        return headerSize..<count
    }

    /// Returns a size of four times 7 bits.
    static func size(_ field: UInt64) -> Int {
        Int(field >> 3 & 0xFE0_0000 | field >> 2 & 0x1F_C000 | field >> 1 & 0x3F80 | field & 0x7F)
    }
}
