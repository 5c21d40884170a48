internal import HLS

/// A timed text sample of MP4 (3GPP TS 26.245, 5.17): a length, the text, then boxes with styles.
enum MovText {
    static func cueText(_ sample: [UInt8]) -> String? {
        guard sample.count > 2 else { return nil }
        let length = min(Int(sample[0]) << 8 | Int(sample[1]), sample.count - 2)
        let text = TextEncoding.decode(Array(sample[2..<2 + length])).text
        let styles = styles(sample[(2 + length)...])
        var builder = CueTextBuilder()
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if !styles.isEmpty {
                let flags = styles.first { $0.range.contains(index) }?.flags ?? 0
                for (style, bit) in faces { builder.set(style, flags & bit != 0) }
            }
            builder.append(scalar)
        }
        return builder.finish()
    }

    /// The bits of the face style flags (5.16, StyleRecord).
    private static let faces: [(CueTextBuilder.Style, UInt8)] = [
        (.bold, 1), (.italic, 2), (.underline, 4),
    ]

    /// Returns the face style flags of character ranges (5.17.1.1, TextStyleBox).
    private static func styles(_ bytes: ArraySlice<UInt8>) -> [(range: Range<Int>, flags: UInt8)] {
        var rest = bytes
        while rest.count >= 8 {
            let size = number(rest.prefix(4))
            guard size >= 8, size <= rest.count else { return [] }
            let box = rest.prefix(size)
            if box.dropFirst(4).prefix(4).elementsEqual("styl".utf8) {
                return records(box.dropFirst(8))
            }
            rest = rest.dropFirst(size)
        }
        return []
    }

    private static let recordSize = 12

    private static func records(
        _ content: ArraySlice<UInt8>
    ) -> [(range: Range<Int>, flags: UInt8)] {
        var rest = content.dropFirst(2)
        var records: [(range: Range<Int>, flags: UInt8)] = []
        while rest.count >= recordSize {
            let (start, end) = (number(rest.prefix(2)), number(rest.dropFirst(2).prefix(2)))
            if start < end { records.append((start..<end, rest[rest.startIndex + 6])) }
            rest = rest.dropFirst(recordSize)
        }
        return records
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
