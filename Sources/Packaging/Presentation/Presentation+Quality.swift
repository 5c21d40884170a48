internal import Foundation
package import MediaModel

extension Presentation.Media {
    /// The quality of all segments that were measured; `nil` if none was.
    package var quality: SegmentQuality? {
        SegmentQuality.combined(segments.compactMap(\.quality))
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
