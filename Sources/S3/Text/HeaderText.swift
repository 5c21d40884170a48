/// Values of HTTP headers.
enum HeaderText {
    /// Whether a text may be the value of a header: not empty, and without control characters, which would begin another header.
    static func isValid(_ text: Secret) -> Bool {
        let bytes = text.reveal().utf8
        return !bytes.isEmpty && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }
}
