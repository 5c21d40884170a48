package import MediaModel
package import VideoCodecs

/// The kind of a video's content, from the figures of its frames.
///
/// The thresholds leave a gap on either side of the clips that they were chosen on (docs/media.md, Content). What is between
/// them, and what the two samples disagree on, is unknown.
package enum ContentRule {
    /// Decides by both samples; one that is missing does not count.
    package static func kind(start: ContentSample?, middle: ContentSample?) -> VideoContent {
        let kinds = Set([start, middle].compactMap { $0.map(kind) })
        return kinds.count == 1 ? kinds.first ?? .unknown : .unknown
    }

    /// The residuals of motion compensation with which a fixed pattern of B-frames costs no bits.
    ///
    /// They lie between those of clips on which such a pattern saves bits and those on which it costs some (docs/encoding.md,
    /// Content). A still image says nothing about what follows.
    private static let lowResidual = 0.02..<0.22

    /// Decides by both samples; one in the middle that is missing does not count.
    ///
    /// Screens, whose frames change at once, never have a low complexity.
    package static func temporalComplexity(_ content: ContentInfo?) -> TemporalComplexity {
        guard let content, content.kind == .camera, let start = content.start?.residual,
            lowResidual.contains(start),
            (content.middle?.residual).map({ $0 < lowResidual.upperBound }) ?? true
        else { return .high }
        return .low
    }

    static func kind(_ sample: ContentSample) -> VideoContent {
        // Few blocks have edges in a blurred or dark frame, and their shape is then accidental.
        let hasEdges = sample.contrast >= 0.005
        if sample.flat >= 0.2, hasEdges, sample.hardEdges >= 0.6 { return .screen }
        if sample.flat <= 0.1, !hasEdges || sample.hardEdges <= 0.85 { return .camera }
        // Compression flattens what is out of focus, but leaves no hard edges.
        if sample.flat <= 0.3, hasEdges, sample.hardEdges <= 0.3 { return .camera }
        return .unknown
    }
}
