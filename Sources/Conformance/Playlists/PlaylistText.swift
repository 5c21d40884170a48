/// The lines of a playlist with the values of its variables, read without regard to errors.
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
    /// The values of its variables, by name.
    let variables: [String: String]
    let version: PlaylistVersion

    /// Reads a playlist; `nil`, with a finding, if the bytes are no text.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - file: The file, whose URL can have parameters that are variables.
    ///   - imported: The variables of the multivariant playlist that names it; `nil` without one.
    ///   - findings: Findings are added to them.
    init?(
        _ bytes: [UInt8], file: PackageFile, imported: [String: String]? = nil,
        findings: inout FindingList
    ) {
        var variables = PlaylistVariables(
            file: file.name, query: file.query, imported: imported)
        let file = file.name
        var version = PlaylistVersion(file: file)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            findings.add(.playlistEncoding, file, "the file is not UTF-8 text")
            return nil
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let hasMark = bytes.starts(with: mark)
        if hasMark {
            findings.add(.playlistEncoding, file, line: 1, "the file begins with a byte order mark")
        }
        self.file = file
        var lines: [(number: Int, content: Content)] = []
        var number = 0
        let content = text.utf8.dropFirst(hasMark ? mark.count : 0)
        for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
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
                let uri = variables.substitute(
                    String(Substring(line)), at: number, findings: &findings)
                lines.append((number, .uri(uri)))
                continue
            }
            guard line.starts(with: "#EXT".utf8), number > 1 else { continue }
            let parts = line.split(
                separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first else { continue }
            let tag = String(Substring(name))
            var value = parts.count > 1 ? String(Substring(parts[1])) : ""
            // Titles are no attribute lists.
            if tag != "#EXTINF" {
                value = variables.substituteQuoted(value, at: number, findings: &findings)
            }
            switch tag {
            case "#EXT-X-VERSION": version.read(value, at: number, findings: &findings)
            case "#EXT-X-DEFINE":
                let attributes = TagAttributes(
                    value, file: file, line: number, findings: &findings)
                variables.define(attributes, at: number, findings: &findings)
                version.needVariables(attributes, at: number)
            default: break
            }
            lines.append((number, .tag(tag, value: value)))
        }
        self.lines = lines
        self.variables = variables.values
        self.version = version
    }

    var isMultivariant: Bool {
        lines.contains { line in
            guard case .tag(let name, _) = line.content else { return false }
            return ["#EXT-X-STREAM-INF", "#EXT-X-MEDIA", "#EXT-X-I-FRAME-STREAM-INF"].contains(name)
        }
    }
}
