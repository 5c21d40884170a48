/// A mistake in a file with cue points.
package struct CuePointFileError: Error {
    /// The mistake: "'soon' is not a time".
    package let message: String
    /// The number of the line, from 1.
    package let line: Int
    /// The number of the character in the line, from 1.
    package let column: Int

    init(_ message: String, at offset: Int, in bytes: [UInt8]) {
        self.message = message
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // Continuation bytes of UTF-8 begin no character.
        column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    }
}
