internal import MediaUnits
package import Storage
internal import SystemPackage

/// The parsed name of a sidecar: `clip.de.forced.srt` belongs to `clip.mp4`, is German and forced.
package struct SidecarName: Codable, Hashable, Sendable {
    /// The file name, without its folder.
    package let file: String
    /// The name without the upload's name, which must not be published: `*.de.forced.srt`.
    package let label: String
    package let format: CaptionFormat
    package let language: String?
    package let isForced: Bool
    /// Whether the name has `sdh` or `cc`: captions for the deaf and hard of hearing.
    package let isForHearingImpaired: Bool
    package let isDefault: Bool

    private static let formats: [String: CaptionFormat] = ["srt": .subRip, "vtt": .webVTT]

    /// Parses a file name.
    ///
    /// - Returns: `nil` if the name has another extension, does not begin with the stem, or has an unknown component.
    package init?(_ file: String, stem: String) {
        guard let entry = FilePath.Component(checking: file), let format = Self.format(of: entry)
        else { return nil }
        let name = entry.base
        guard name == stem || name.hasPrefix(stem + ".") else { return nil }
        var language: String?
        var flags: Set<String> = []
        for component in name.dropFirst(stem.count).split(separator: ".") {
            let flag = component.lowercased()
            if Self.flags.contains(flag) {
                flags.insert(flag)
            } else if language == nil, let tag = LanguageTag(String(component)) {
                language = tag.tag
            } else if flag != "und" {
                return nil
            }
        }
        self.file = file
        label = "*\(file.dropFirst(stem.count))"
        self.format = format
        self.language = language
        isForced = flags.contains("forced")
        isForHearingImpaired = flags.contains("sdh") || flags.contains("cc")
        isDefault = flags.contains("default")
    }

    /// Returns the location of the file beside an upload; `nil` if the store of the upload has no captions.
    package func location(beside upload: Location) -> Location? {
        upload.sibling(file)
    }

    private static let flags: Set<String> = ["forced", "sdh", "cc", "default"]

    /// Returns whether a file has the extension of a caption file.
    package static func isCaptions(_ file: String) -> Bool {
        FilePath.Component(checking: file).flatMap(format) != nil
    }

    private static func format(of file: FilePath.Component) -> CaptionFormat? {
        file.suffix.flatMap { formats[$0.lowercased()] }
    }
}
