internal import Foundation
package import MediaModel

extension Presentation.Media {
    /// The quality of all segments; `nil` if one of them was not measured.
    package var quality: SegmentQuality? { SegmentQuality.combined(segments.map(\.quality)) }

    /// The mean bit rate, in bits per second.
    var averageBitrate: Double {
        let ticks = segments.reduce(0) { $0 + $1.duration }
        return Double(byteCount * 8) * Double(timescale) / Double(max(1, ticks))
    }
}

extension [Presentation.Video] {
    /// Whether the quality of each rendition is known.
    var hasQuality: Bool { !isEmpty && allSatisfy { $0.media.quality != nil } }

    /// The finding that renditions have missed the quality target; `nil` if none has.
    var qualityFinding: Finding? {
        let missed = compactMap { video -> String? in
            guard let prediction = video.plan.prediction,
                let xpsnr = video.media.quality?.xpsnr, prediction.isMissed(by: xpsnr)
            else { return nil }
            return String(
                format: "%@ (%.1f of %.1f dB, with %.2f of at most %.2f Mb/s)", video.plan.name,
                xpsnr, prediction.target, video.media.averageBitrate / 1e6,
                Double(video.plan.ceiling) / 1e6)
        }
        guard !missed.isEmpty else { return nil }
        return Finding(
            .qualityLimited, .warning,
            "These renditions have missed the quality target: \(missed.joined(separator: ", ")).")
    }
}
