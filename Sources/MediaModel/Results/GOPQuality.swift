internal import Foundation

/// What a rendition's job knows about the quality of a GOP: estimates of the mean distortion of its frames (docs/quality.md).
///
/// A distortion is the root of a frame's weighted error, as a share of that of frames that differ by the largest value everywhere.
package struct GOPQuality: Codable, Hashable, Sendable {
    /// The number of frames.
    package let frames: Int
    /// The number of frames that were compared.
    package let sampled: Int
    /// The estimate by the encoder's reports alone; `nil` if it reports no errors.
    package let reported: Double?
    /// The estimate that the first compared frame has corrected; `nil` if none was compared.
    package let first: Double?
    /// The estimate that all compared frames have corrected, if there are several.
    package let all: Double?

    package init(
        frames: Int, sampled: Int, reported: Double? = nil, first: Double? = nil, all: Double? = nil
    ) {
        self.frames = frames
        self.sampled = sampled
        self.reported = reported
        self.first = first
        self.all = all
    }

    /// The logarithm of the factor by which the first compared frame corrects the reports; `nil` unless both estimates are above 0.
    fileprivate var correction: Double? { Self.logarithm(first, reported) }

    /// The logarithm of the factor by which the other compared frames correct the estimate further; 0 without them.
    fileprivate var refinement: Double { Self.logarithm(all, first) ?? 0 }

    private static func logarithm(_ value: Double?, _ other: Double?) -> Double? {
        guard let value, let other, value > 0, other > 0 else { return nil }
        return log(value / other)
    }
}

extension SegmentQuality {
    /// Estimates the quality of a segment.
    ///
    /// A GOP without a compared frame is corrected as that of the followed rendition is, and by the mean difference of the corrections
    /// of the other GOPs. One of which one frame was compared is corrected as the same GOP of the refining rendition is by further
    /// frames.
    ///
    /// - Parameters:
    ///   - gops: The GOPs of the segment, in order.
    ///   - followed: Those of the same segment of the followed rendition; `nil` if it follows none.
    ///   - refining: Those of the same segment of the refining rendition; `nil` if there is none.
    package init?(
        _ gops: [GOPQuality], following followed: [GOPQuality]? = nil,
        refinedBy refining: [GOPQuality]? = nil
    ) {
        func matching(_ others: [GOPQuality]?) -> [GOPQuality]? {
            others.flatMap { $0.count == gops.count ? $0 : nil }
        }
        let (followed, refining) = (matching(followed), matching(refining))
        let differences = gops.indices.compactMap { index in
            gops[index].correction.map { $0 - (followed?[index].correction ?? 0) }
        }
        let difference = differences.reduce(0, +) / Double(max(1, differences.count))
        let parts = gops.indices.map { index -> SegmentQuality? in
            let gop = gops[index]
            let distortion: Double? =
                if let all = gop.all {
                    all
                } else if let first = gop.first {
                    first * exp(refining?[index].refinement ?? 0)
                } else {
                    gop.reported.map {
                        $0 * exp(difference + (followed?[index].correction ?? 0))
                    }
                }
            return distortion.map {
                SegmentQuality(frames: gop.frames, sampled: gop.sampled, distortion: $0)
            }
        }
        guard let all = SegmentQuality.combined(parts) else { return nil }
        self = all
    }
}
