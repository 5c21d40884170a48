internal import Storage
internal import MediaUnits

/// What the name of a file of captions says: `clip.de.forced.srt` goes with `clip.mp4`, is German and forced.
package struct SidecarName: Codable, Hashable, Sendable {
    /// The file's name, without its folder.
    package let file: String
    /// The name without the upload's own part, which is nobody's business in a package: `*.de.forced.srt`.
    package let label: String
    package let format: CaptionFormat
    package let language: String?
    package let isForced: Bool
    /// `sdh` or `cc`: for those who cannot hear.
    package let isForHearingImpaired: Bool
    package let isDefault: Bool

    private static let formats: [String: CaptionFormat] = ["srt": .subRip, "vtt": .webVTT]

    /// - Returns: `nil` if the name has another extension, does not begin with the stem, or has parts behind it that
    ///   mean nothing here.
    package init?(_ file: String, stem: String) {
        let suffix = PathText.pathExtension(file).lowercased()
        guard let format = Self.formats[suffix] else { return nil }
        let name = PathText.stem(file)
        guard name == stem || name.hasPrefix(stem + ".") else { return nil }
        var language: String?
        var marks: Set<String> = []
        for part in name.dropFirst(stem.count).split(separator: ".") {
            let mark = part.lowercased()
            if Self.marks.contains(mark) {
                marks.insert(mark)
            } else if language == nil, let tag = LanguageTag(String(part)) {
                language = tag.tag
            } else if mark != "und" {
                return nil
            }
        }
        self.file = file
        label = "*\(file.dropFirst(stem.count))"
        self.format = format
        self.language = language
        isForced = marks.contains("forced")
        isForHearingImpaired = marks.contains("sdh") || marks.contains("cc")
        isDefault = marks.contains("default")
    }

    /// Where it lies, if it lies beside an upload.
    package func path(beside upload: String) -> String {
        let parent = PathText.parent(upload)
        return parent.isEmpty ? file : parent == "/" ? "/\(file)" : "\(parent)/\(file)"
    }

    private static let marks: Set<String> = ["forced", "sdh", "cc", "default"]

    /// Whether a file may be one, by its extension.
    package static func isCaptions(_ file: String) -> Bool {
        formats[PathText.pathExtension(file).lowercased()] != nil
    }
}
