internal import MediaUnits

/// The list of breaks in a VMAP file (IAB Video Multiple Ad Playlist 1.0).
///
/// The times and identifiers of linear breaks are used. Their sources of advertisements are not: a player requests those.
struct VMAPFile {
    let cuePoints: [CuePoint]

    init(_ bytes: [UInt8]) throws(CuePointFileError) {
        var scanner = XMLScanner(bytes)
        guard let root = try scanner.next(), root.localName == "VMAP" else {
            throw CuePointFileError("the root element is not VMAP", at: 0, in: bytes)
        }
        var cuePoints: [CuePoint] = []
        while let element = try scanner.next() {
            guard element.localName == "AdBreak" else { continue }
            let types = element.attributes["breakType"]?.text.split(separator: ",") ?? ["linear"]
            // Other breaks lie over the video, which continues.
            guard types.contains(where: { $0.filter { $0 != " " } == "linear" }) else { continue }
            guard let offset = element.attributes["timeOffset"] else {
                throw CuePointFileError("AdBreak has no timeOffset", at: element.offset, in: bytes)
            }
            guard let position = Self.position(offset.text) else {
                throw CuePointFileError(
                    "'\(offset.text)' is not a supported timeOffset; write 00:01:30.000, start or"
                        + " end", at: offset.offset, in: bytes)
            }
            if let interval = element.attributes["repeatAfter"] {
                throw CuePointFileError(
                    "repeatAfter is not supported; list each break", at: interval.offset, in: bytes)
            }
            let id = element.attributes["breakId"]
            if let id, !CuePoint.isIdentifier(id.text) {
                throw CuePointFileError(
                    "the breakId is not one of 1 to 128 ASCII characters without quotes and backslashes",
                    at: id.offset, in: bytes)
            }
            cuePoints.append(CuePoint(position, id: id?.text))
        }
        self.cuePoints = cuePoints
    }

    /// Reads `start`, `end` or `hh:mm:ss.mmm`; percentages and numbers of opportunities are not supported.
    private static func position(_ text: String) -> CuePoint.Position? {
        let isWord = text == "start" || text == "end"
        guard isWord || text.split(separator: ":").count == 3 else { return nil }
        return CuePoint.Position(text)
    }
}
