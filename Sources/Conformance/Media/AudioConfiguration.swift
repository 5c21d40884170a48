import Foundation

/// The object types of an `esds` box (ISO/IEC 14496-1, 7.2.6; ISO/IEC 14496-3, 1.6.2.1).
enum AudioConfiguration {
    /// Returns the end of a codec string, such as `.40.2`, from the payload of the box; `nil` if that is truncated.
    static func codec(_ content: [UInt8]) -> String? {
        var cursor = ByteCursor(content, 4..<max(content.count, 4))
        guard skipHeader(&cursor) == 3, cursor.skip(2) != nil, let flags = cursor.integer(1)
        else { return nil }
        if flags & 0x80 != 0, cursor.skip(2) == nil { return nil }
        if flags & 0x40 != 0 {
            guard let count = cursor.integer(1), cursor.skip(Int(count)) != nil else { return nil }
        }
        if flags & 0x20 != 0, cursor.skip(2) == nil { return nil }
        guard skipHeader(&cursor) == 4, let type = cursor.integer(1) else { return nil }
        guard type == 0x40 else { return "." + String(format: "%02x", Int(type)) }
        guard cursor.skip(12) != nil, skipHeader(&cursor) == 5, let first = cursor.integer(1)
        else { return ".40" }
        guard first >> 3 == 31 else { return ".40.\(first >> 3)" }
        // Object types from 32 have 6 more bits.
        guard let second = cursor.integer(1) else { return ".40" }
        return ".40.\(32 + (first & 0x7) << 3 | second >> 5)"
    }

    /// Skips the tag and the size of a descriptor, and returns the tag.
    private static func skipHeader(_ cursor: inout ByteCursor) -> UInt64? {
        guard let tag = cursor.integer(1) else { return nil }
        for _ in 0..<4 {
            guard let field = cursor.integer(1) else { return nil }
            if field & 0x80 == 0 { return tag }
        }
        return nil
    }
}
