/// The lines of a playlist, read without regard to errors.
struct PlaylistText {
    enum Content {
        /// A tag with its `#`, and the text after its colon, empty without one.
        case tag(String, value: String)
        case uri(String)
    }

    /// The lines with tags and URIs that are read, which bounds the memory: six for each of a million segments.
    private static let mostLines = 6_000_000

    let file: String
    let lines: [(number: Int, content: Content)]

    /// - Returns: `nil`, with a finding, if the bytes are no text.
    init?(_ bytes: [UInt8], file: String, findings: inout FindingList) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            findings.add(.playlistEncoding, file, "the file is not UTF-8 text")
            return nil
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            findings.add(.playlistEncoding, file, line: 1, "the file begins with a byte order mark")
        }
        self.file = file
        var lines: [(number: Int, content: Content)] = []
        var number = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            number += 1
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if number == 1, !line.elementsEqual("#EXTM3U".utf8) {
                findings.add(.playlistHeader, file, line: 1, "the first line is not #EXTM3U")
            }
            guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                findings.add(
                    .playlistEncoding, file, line: number, "the line has control characters")
                continue
            }
            guard lines.count < Self.mostLines else {
                findings.add(.limitExceeded, file, line: number, "more lines than are read")
                break
            }
            guard let first = line.first else { continue }
            guard first == UInt8(ascii: "#") else {
                lines.append((number, .uri(String(Substring(line)))))
                continue
            }
            guard line.starts(with: "#EXT".utf8), number > 1 else { continue }
            let parts = line.split(
                separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first else { continue }
            let value = parts.count > 1 ? String(Substring(parts[1])) : ""
            lines.append((number, .tag(String(Substring(name)), value: value)))
        }
        self.lines = lines
    }

    var isMultivariant: Bool {
        lines.contains { line in
            guard case .tag(let name, _) = line.content else { return false }
            return ["#EXT-X-STREAM-INF", "#EXT-X-MEDIA", "#EXT-X-I-FRAME-STREAM-INF"].contains(name)
        }
    }
}
