internal import Foundation
package import MediaModel

extension Manifest {
    /// The quality of a video rendition: XPSNR of luma, in dB, rounded to 0.01 dB (docs/quality.md).
    package struct Quality: Codable, Hashable, Sendable {
        /// The XPSNR of all segments with a value.
        package let xpsnr: Double
        /// The least of the segments' values.
        package let worstSegment: Double
        /// The value of each segment, in order; `nil` for a segment that could not be measured.
        package let segments: [Double?]

        /// Rounds the quality of segments; `nil` if none has a value.
        package init?(_ segments: [SegmentQuality?]) {
            guard let all = SegmentQuality.combined(segments),
                let worst = segments.compactMap({ $0?.xpsnr }).min()
            else { return nil }
            xpsnr = Self.rounded(all.xpsnr)
            worstSegment = Self.rounded(worst)
            self.segments = segments.map { $0.map { Self.rounded($0.xpsnr) } }
        }

        private static func rounded(_ decibels: Double) -> Double {
            (decibels * 100).rounded() / 100
        }
    }
}
