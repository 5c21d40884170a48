package import HLS

/// Captions as the probe read them: their info, and their caption cues.
package struct CaptionSource: Codable, Hashable, Sendable {
    package let info: CaptionInfo
    /// The caption cues by start, in milliseconds of the upload's clock.
    package let cues: [CaptionCue]

    package init(
        info: CaptionInfo,
        cues: [CaptionCue]
    ) {
        self.info = info
        self.cues = cues
    }
}
