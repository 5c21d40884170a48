/// A byte range in the notation of playlists, `length` or `length@offset` (RFC 8216, 4.3.2.2).
struct ByteRangeText {
    let length: Int
    /// The first byte; `nil` for the end of the previous range of the same file.
    let offset: Int?

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let length = DecimalText.integer(parts[0]) else { return nil }
        self.length = length
        guard parts.count == 2 else {
            offset = nil
            return
        }
        guard let offset = DecimalText.integer(parts[1]) else { return nil }
        self.offset = offset
    }

    /// Returns the range of bytes.
    ///
    /// - Parameter end: The end of the previous range of the same file, if there is one.
    /// - Returns: `nil` if the range has no start, or ends beyond 64 bits.
    func range(after end: Int?) -> Range<Int>? {
        guard let start = offset ?? end else { return nil }
        let (stop, overflows) = start.addingReportingOverflow(length)
        return overflows ? nil : start..<stop
    }

    /// Returns the text with offset, which does not depend on the previous range.
    static func text(_ range: Range<Int>) -> String { "\(range.count)@\(range.lowerBound)" }
}
