internal import MediaModel
package import Presets

/// The paths of media in a package, which follow from the plan.
package enum PackagePaths {
    /// The folder of a video rendition: `video/720p`.
    package static func video(_ rung: String) -> String { "video/\(rung)" }

    /// The folder of an audio track: `audio/en`.
    package static func audio(_ track: String) -> String { "audio/\(track)" }

    /// The name of the init segment; `nil` for MPEG-TS, which repeats its tables in every segment.
    package static func initialization(_ container: Container) -> String? {
        container == .ts ? nil : "init.mp4"
    }

    /// Returns the name of a segment: `00012.m4s`.
    package static func segment(_ index: Int, _ container: Container) -> String {
        file(index, container.suffix)
    }

    /// Returns the name of a file of a numbered sequence: `00012.vtt`.
    package static func file(_ index: Int, _ suffix: String) -> String {
        let digits = String(index)
        return String(repeating: "0", count: max(0, 5 - digits.count))
            + "\(digits).\(suffix)"
    }
}
