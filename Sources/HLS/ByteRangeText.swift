/// A byte range as playlists spell it, `length` or `length@offset` (RFC 8216, 4.3.2.2).
struct ByteRangeText {
    let length: Int
    /// `nil`: where the last range of the same file ended.
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

    /// The bytes meant, given where the last range of the same file ended, if there was one.
    ///
    /// - Returns: `nil` if they have no start or end beyond 64 bits.
    func range(after end: Int?) -> Range<Int>? {
        guard let start = offset ?? end else { return nil }
        let (stop, overflows) = start.addingReportingOverflow(length)
        return overflows ? nil : start..<stop
    }

    /// The offset is always written: a range then does not depend on the line above it.
    static func text(_ range: Range<Int>) -> String { "\(range.count)@\(range.lowerBound)" }
}
