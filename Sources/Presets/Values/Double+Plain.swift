extension Double {
    /// Reads digits with at most one point; `nil` for anything else, such as signs, exponents, `0x26` and `nan`.
    init?(plain text: some StringProtocol) {
        let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
        guard isPlain else { return nil }
        self.init(text)
    }
}
