/// A tag of an HLS playlist, parsed independently of the product.
struct PlaylistLine {
    /// `#EXT-X-MEDIA`, without the colon.
    let tag: String
    /// The text after the colon.
    let value: String

    /// `nil` for an address, a comment or an empty line.
    init?(_ line: some StringProtocol) {
        guard line.hasPrefix("#EXT") else { return nil }
        let parts = line.split(separator: ":", maxSplits: 1)
        tag = String(parts[0])
        value = parts.count == 2 ? String(parts[1]) : ""
    }

    /// The attribute list of the value (RFC 8216, 4.2), quotes removed.
    var attributes: [String: String] {
        var attributes: [String: String] = [:]
        var isQuoted = false
        let parts = value.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            attributes[String(pair[0])] =
                pair[1].trimmingPrefix("\"").split(separator: "\"").first
                .map(String.init) ?? ""
        }
        return attributes
    }

    static func all(of text: String) -> [(line: PlaylistLine?, text: String)] {
        text.split(whereSeparator: \.isNewline).map { (PlaylistLine($0), String($0)) }
    }
}
