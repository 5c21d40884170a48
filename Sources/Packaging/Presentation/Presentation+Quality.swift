internal import Foundation
package import MediaModel

extension Presentation.Media {
    /// The quality of all segments that were measured; `nil` if none was.
    package var quality: SegmentQuality? {
        SegmentQuality.combined(segments.map(\.quality))
    }
}

extension [Presentation.Video] {
    /// Whether the quality of any rendition was measured.
    var hasQuality: Bool { contains { $0.media.quality != nil } }

    /// The finding that the measured quality of renditions is below the target; `nil` if none is.
    var qualityFinding: Finding? {
        let limited = compactMap { video -> String? in
            guard let prediction = video.plan.prediction, let quality = video.media.quality,
                prediction.isBelowTarget(measured: quality.xpsnr)
            else { return nil }
            return String(
                format: "%@ (%.1f of %.1f dB; %.1f expected)", video.plan.name, quality.xpsnr,
                prediction.target, prediction.xpsnr)
        }
        guard !limited.isEmpty else { return nil }
        return Finding(
            .qualityLimited, .warning,
            "These renditions are below the quality target: \(limited.joined(separator: ", ")).")
    }
}

extension VideoPlan {
    /// Returns the quality of the segments of each rendition, `nil` for those that were not measured.
    ///
    /// - Parameter results: The results of all renditions, each with all segments.
    /// - Returns: An array for each rendition, with a value for each segment.
    func quality(_ results: [RenditionResult]) -> [[SegmentQuality?]] {
        results.enumerated().map { rung, result in
            let refining = refiningRendition(of: rung).map { results[$0].segments }
            let followed = followedRendition(by: rung).map { results[$0].segments }
            return result.segments.enumerated().map { index, segment in
                segment.quality.flatMap {
                    SegmentQuality(
                        $0, following: followed?[index].quality,
                        refinedBy: refining?[index].quality)
                }
            }
        }
    }
}
