package import MediaUnits

/// A file with the cue points of an upload: VMAP or CSV.
package enum CuePointFile {
    /// The largest file that is read, in bytes; chosen as some thousand times the breaks of a film.
    package static let largest = 1_000_000
    /// The most cue points of a file; chosen as one for each minute of a day.
    static let most = 1440

    /// Returns the names that a file with cue points beside an upload can have: `clip.vmap`, `clip.vmap.xml` or `clip.cues.csv` beside
    /// `clip.mp4`.
    package static func names(beside stem: String) -> [String] {
        [".cues.csv", ".vmap", ".vmap.xml"].map { stem + $0 }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The content, in UTF-8.
    ///   - name: The name of the file, by which the format is known.
    /// - Returns: The cue points in the order of the file.
    /// - Throws: `CuePointFileError` with the position of the first mistake.
    package static func read(
        _ bytes: [UInt8], named name: String
    ) throws(CuePointFileError) -> [CuePoint] {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = hasMark ? bytes.dropFirst(3) : bytes[...]
        guard String(validating: text, as: UTF8.self) != nil else {
            throw CuePointFileError("it is not text in UTF-8", at: 0, in: [])
        }
        let points =
            name.hasSuffix(".csv")
            ? try CuePointTable(Array(text)).cuePoints : try VMAPFile(Array(text)).cuePoints
        guard points.count <= most else {
            throw CuePointFileError("it has more than \(most) cue points", at: 0, in: [])
        }
        return points
    }
}
