/// The lines of a playlist that mean something, with their numbers (RFC 8216, 4.1).
///
/// Blank lines and comments are left out; the checks that both kinds of playlist share are done.
struct PlaylistLines {
    enum Content {
        /// A tag without `#`, and what stands behind its colon, or nothing.
        case tag(String, value: Substring)
        case uri(String)
    }

    /// Of the module's own playlists, and the newest that RFC 8216, 7 defines.
    static let version = 7

    let lines: [(number: Int, content: Content)]
    /// Of the text's last line; what is missing is reported here.
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
                // RFC 8216, 4.3.1.2 and 7: a client refuses two of them and an unknown version.
                guard !hasVersion else { throw PlaylistError(number, "EXT-X-VERSION twice") }
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

    /// Splits at LF and CR LF; by bytes, because CR LF is one `Character`.
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
