/// Detection of a text's encoding: UTF-8, UTF-16 with a byte order mark, or else Windows-1252.
///
/// Most captions that are not Unicode are Windows-1252, in which any bytes can be decoded.
package enum TextEncoding {
    /// Decodes a text.
    ///
    /// - Returns: The text, and whether it is in neither UTF-8 nor UTF-16.
    package static func decode(_ bytes: [UInt8]) -> (text: String, isLegacy: Bool) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return (String(decoding: bytes.dropFirst(3), as: UTF8.self), false)
        }
        if bytes.starts(with: [0xFF, 0xFE]) { return (utf16(bytes, high: 1), false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (utf16(bytes, high: 0), false) }
        let text = String(decoding: bytes, as: UTF8.self)
        var (valid, invalid) = (0, 0)
        for scalar in text.unicodeScalars where !scalar.isASCII {
            if scalar == "\u{FFFD}" { invalid += 1 } else { valid += 1 }
        }
        // A few invalid bytes in UTF-8 are corruption; in other encodings hardly any byte is valid UTF-8.
        if invalid == 0 || valid > invalid { return (text, false) }
        return (windows1252(bytes), true)
    }

    private static func utf16(_ bytes: [UInt8], high: Int) -> String {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func windows1252(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            scalars.append(
                (0x80..<0xA0).contains(byte) ? middle[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(scalars)
    }

    /// The characters of 0x80 to 0x9F; the five undefined ones are replacement characters.
    private static let middle = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
