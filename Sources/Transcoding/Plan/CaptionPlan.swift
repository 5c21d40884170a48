internal import HLS

/// A rendition of captions.
struct CaptionPlan: Codable, Hashable, Sendable {
    /// The folder below `captions/`: a language tag or `und`, numbered where it repeats.
    let name: String
    let label: String
    let language: String?
    let isDefault: Bool
    let isForced: Bool
    let isForHearingImpaired: Bool
    /// A player may choose it by the viewer's language and settings.
    let isAutoselected: Bool
    /// By start; milliseconds of the package's time, within its duration.
    let cues: [CaptionCue]
}
