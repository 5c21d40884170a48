internal import HLS

/// Captions as they were found: facts, and the cues, which are too many to print.
struct CaptionSource: Codable, Hashable, Sendable {
    let facts: CaptionFacts
    /// By start; milliseconds of the upload's own clock.
    let cues: [CaptionCue]
}
