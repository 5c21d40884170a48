package import HLS

/// A rendition of captions.
package struct CaptionPlan: Codable, Hashable, Sendable {
    /// The folder below `captions/`: a language tag or `und`, numbered where it repeats.
    package let name: String
    package let label: String
    package let language: String?
    package let isDefault: Bool
    package let isForced: Bool
    package let isForHearingImpaired: Bool
    /// A player may choose it by the viewer's language and settings.
    package let isAutoselected: Bool
    /// By start; milliseconds of the package's time, within its duration.
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
