internal import Foundation

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
        let corrections = Self.corrections(gops, following: followed)
        let parts = gops.indices.map { index -> SegmentQuality? in
            let gop = gops[index]
            // The corrections are those of reports.
            let refinement = gop.byReports == nil ? 0 : refining?[index].refinement ?? 0
            let distortion =
                gop.byAllSamples ?? gop.byFirstSample.map { $0 * exp(refinement) }
                ?? gop.byReports.map { $0 * exp(corrections[index]) }
            return distortion.map {
                SegmentQuality(frames: gop.frames, sampled: gop.sampled, distortion: $0)
            }
        }
        guard !parts.contains(nil), let all = SegmentQuality.combined(parts) else { return nil }
        self = all
    }

    /// Returns the logarithms of the factors that correct the reports on GOPs without a compared frame.
    private static func corrections(
        _ gops: [GOPQuality], following followed: [GOPQuality]?
    ) -> [Double] {
        let others = followed?.map(\.correction) ?? gops.map { _ in 0 }
        let differences = zip(gops, others).compactMap { gop, other in
            gop.correction.flatMap { own in other.map { own - $0 } }
        }
        let mean = differences.reduce(0, +) / Double(max(1, differences.count))
        return others.map { mean + ($0 ?? 0) }
    }
}
