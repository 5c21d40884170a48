/// A box of ISO/IEC 14496-12 inside of bytes in memory.
struct Box {
    let type: String
    /// The position of the header in the bytes.
    let start: Int
    let payload: Range<Int>

    /// Returns the boxes of a range; the last value is the position of a box that is not inside of it.
    static func all(in bytes: [UInt8], _ range: Range<Int>) -> (boxes: [Box], invalid: Int?) {
        var boxes: [Box] = []
        var cursor = ByteCursor(bytes, range)
        while cursor.remaining > 0 {
            let start = cursor.position
            guard let box = next(&cursor) else { return (boxes, start) }
            boxes.append(box)
        }
        return (boxes, nil)
    }

    private static func next(_ cursor: inout ByteCursor) -> Box? {
        let start = cursor.position
        guard var size = cursor.integer(4), let type = cursor.fourCharacters() else { return nil }
        if size == 1 {
            guard let large = cursor.integer(8) else { return nil }
            size = large
        } else if size == 0 {
            size = UInt64(cursor.position - start + cursor.remaining)
        }
        let header = cursor.position - start
        guard let count = Int(exactly: size), count >= header,
            cursor.skip(count - header) != nil
        else { return nil }
        return Box(type: type, start: start, payload: (start + header)..<cursor.position)
    }
}
