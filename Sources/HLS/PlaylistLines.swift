/// The tags and URIs of a playlist with their line numbers (RFC 8216, 4.1), without blank lines and comments.
///
/// The initializer does the checks that both kinds of playlists share.
struct PlaylistLines {
    enum Content {
        /// A tag without `#`, and the text after its colon, empty without one.
        case tag(String, value: Substring)
        case uri(String)
    }

    /// The newest protocol version of RFC 8216, 7, which the module's own playlists have.
    static let version = 7

    let lines: [(number: Int, content: Content)]
    /// The number of the last line, at which missing tags are reported.
    let lastNumber: Int

    init(_ text: String) throws(PlaylistError) {
        var lines: [(number: Int, content: Content)] = []
        var hasVersion = false
        var number = 0
        for line in Self.split(text) {
            number += 1
            if number == 1 {
                guard line == "#EXTM3U" else {
                    throw PlaylistError(1, "the first line is not #EXTM3U")  // RFC 8216, 4.3.1.1
                }
                continue
            }
            guard line.utf8.starts(with: "#EXT".utf8) else {
                let isComment = line.utf8.first == UInt8(ascii: "#")
                if !line.isEmpty, !isComment { lines.append((number, .uri(String(line)))) }
                continue
            }
            let parts = line.dropFirst().split(separator: ":", maxSplits: 1)
            let value = parts.count == 2 ? parts[1] : ""
            if parts[0] == "EXT-X-VERSION" {
                // RFC 8216, 4.3.1.2 and 7: a client rejects two of these tags, and an unknown version.
                guard !hasVersion else { throw PlaylistError(number, "duplicate EXT-X-VERSION") }
                guard let version = DecimalText.integer(value), version <= Self.version else {
                    throw PlaylistError(number, "EXT-X-VERSION \(value) is not supported")
                }
                hasVersion = true
                continue
            }
            lines.append((number, .tag(String(parts[0]), value: value)))
        }
        self.lines = lines
        lastNumber = number
    }

    /// Splits text at LF and CR LF, by bytes, since CR LF is one `Character`.
    private static func split(_ text: String) -> [Substring] {
        var lines = text.utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).map { line in
            Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        }
        if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
