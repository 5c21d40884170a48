package import HLS

/// Captions as they were found: facts, and the cues, which are too many to print.
package struct CaptionSource: Codable, Hashable, Sendable {
    package let facts: CaptionFacts
    /// By start; milliseconds of the upload's own clock.
    package let cues: [CaptionCue]

    package init(
        facts: CaptionFacts,
        cues: [CaptionCue]
    ) {
        self.facts = facts
        self.cues = cues
    }
}
