/// The check of `EXT-X-KEY` and `EXT-X-SESSION-KEY` (RFC 8216, 4.3.2.4 and 4.3.4.5).
struct KeyTag {
    /// Whether segments are encrypted as a whole.
    let encryptsSegments: Bool
    let hasInitializationVector: Bool
    /// Whether it has `KEYFORMAT` or `KEYFORMATVERSIONS`.
    let hasFormat: Bool

    init(_ name: String, _ value: String, file: String, line: Int, findings: inout FindingList) {
        let attributes = TagAttributes(value, file: file, line: line, findings: &findings)
        let method = attributes["METHOD"]
        encryptsSegments = method == "AES-128" || method == "AES-256"
        hasInitializationVector = attributes["IV"] != nil
        hasFormat = attributes["KEYFORMAT"] != nil || attributes["KEYFORMATVERSIONS"] != nil
        func report(_ message: String) { findings.add(.keyAttributes, file, line: line, message) }
        switch method {
        case nil: report("\(name) without METHOD")
        case "NONE":
            if attributes.values.count > 1 { report("METHOD=NONE with other attributes") }
            if name == "#EXT-X-SESSION-KEY" { report("METHOD of \(name) is NONE") }
        default:
            if attributes["URI"] == nil { report("\(name) without URI") }
        }
        if let text = attributes["IV"] {
            let digits = text.dropFirst(2)
            let isHexadecimal = text.lowercased().hasPrefix("0x") && !digits.isEmpty
            if !isHexadecimal || digits.count > 32 || !digits.allSatisfy(\.isHexDigit) {
                report("IV is no hexadecimal number of 128 bits: \(text)")
            }
        }
    }
}
