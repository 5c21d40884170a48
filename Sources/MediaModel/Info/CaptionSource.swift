package import HLS

/// Captions as they were found: info, and the cues, which are too many to print.
package struct CaptionSource: Codable, Hashable, Sendable {
    package let info: CaptionInfo
    /// By start; milliseconds of the upload's own clock.
    package let cues: [CaptionCue]

    package init(
        info: CaptionInfo,
        cues: [CaptionCue]
    ) {
        self.info = info
        self.cues = cues
    }
}
