package import HLS

/// A rendition of captions.
package struct CaptionPlan: Codable, Hashable, Sendable {
    /// The folder below `captions/`: a language tag or `und`, with a number if it repeats.
    package let name: String
    /// The name that players show.
    package let label: String
    /// The shortest BCP 47 tag; `nil` if the language is unknown.
    package let language: String?
    package let isDefault: Bool
    package let isForced: Bool
    package let isForHearingImpaired: Bool
    /// Whether players may choose it by the viewer's language and settings (RFC 8216, 4.3.4.1: `AUTOSELECT`).
    package let isAutoselected: Bool
    /// The caption cues by start, in milliseconds from time 0 of the package, within its duration.
    package let cues: [CaptionCue]

    package init(
        name: String,
        label: String,
        language: String?,
        isDefault: Bool,
        isForced: Bool,
        isForHearingImpaired: Bool,
        isAutoselected: Bool,
        cues: [CaptionCue]
    ) {
        self.name = name
        self.label = label
        self.language = language
        self.isDefault = isDefault
        self.isForced = isForced
        self.isForHearingImpaired = isForHearingImpaired
        self.isAutoselected = isAutoselected
        self.cues = cues
    }
}
