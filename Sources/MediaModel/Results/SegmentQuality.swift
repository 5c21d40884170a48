import Foundation

/// The quality of a segment of video, or of several, measured on some of its frames (docs/quality.md).
package struct SegmentQuality: Hashable, Sendable {
    /// The largest XPSNR that is reported, in dB; equal frames would have an infinite one.
    package static let maximum = 100.0

    /// The number of frames.
    package let frames: Int
    /// The number of frames that were compared.
    package let sampled: Int
    /// The mean distortion of all frames, as estimated: the root of a frame's weighted error, as a share of that of frames that
    /// differ by the largest value everywhere.
    package let distortion: Double

    package init(frames: Int, sampled: Int, distortion: Double) {
        self.frames = frames
        self.sampled = sampled
        self.distortion = distortion
    }

    /// The XPSNR of luma, in dB, at most `maximum`.
    package var xpsnr: Double { Self.decibels(distortion) }

    /// Returns the XPSNR of a mean distortion, in dB, at most `maximum`.
    package static func decibels(_ distortion: Double) -> Double {
        distortion > 0 ? min(maximum, -20 * log10(distortion)) : maximum
    }

    /// Returns the quality of parts together: of the GOPs of a segment, or of the segments of a rendition.
    ///
    /// - Returns: The mean over the frames of the parts with a value; `nil` if there is none.
    package static func combined(_ parts: [SegmentQuality?]) -> SegmentQuality? {
        let known = parts.compactMap { $0 }
        let frames = known.reduce(0) { $0 + $1.frames }
        guard frames > 0 else { return nil }
        let sum = known.reduce(0) { $0 + Double($1.frames) * $1.distortion }
        return SegmentQuality(
            frames: frames, sampled: known.reduce(0) { $0 + $1.sampled },
            distortion: sum / Double(frames))
    }
}
