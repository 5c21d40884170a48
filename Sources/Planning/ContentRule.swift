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

    /// The share of equal blocks in consecutive frames below which the whole frame changes.
    private static let fewUnchanged = 0.1

    /// The share of a block's usual detail that is in the smoothest blocks too, from which on it is noise.
    ///
    /// It lies between those of clips on which refined motion saves 5 % of the bits and those on which it saves 1 % (docs/encoding.md,
    /// Content).
    private static let highNoise = 0.2

    /// Decides by both samples; one in the middle that is missing does not count.
    ///
    /// The frames of screens change at once: they are neither low nor high.
    package static func temporalComplexity(_ content: ContentInfo?) -> TemporalComplexity {
        guard let content, content.kind == .camera else { return .medium }
        if isLow(content) { return .low }
        return isHigh(content) ? .high : .medium
    }

    private static func isLow(_ content: ContentInfo) -> Bool {
        guard let start = content.start?.residual, lowResidual.contains(start) else { return false }
        return (content.middle?.residual).map { $0 < lowResidual.upperBound } ?? true
    }

    private static func isHigh(_ content: ContentInfo) -> Bool {
        guard let start = content.start, let residual = start.residual,
            let unchanged = start.unchanged,
            // A frame that repeats in the middle says nothing about what moves.
            (content.middle?.residual).map({ !lowResidual.contains($0) }) ?? true
        else { return false }
        return residual >= lowResidual.upperBound && unchanged < fewUnchanged
            && start.noise >= highNoise * start.detail
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
