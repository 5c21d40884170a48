internal import Foundation

/// What a rendition's job knows about the quality of a GOP: estimates of the mean distortion of its frames (docs/quality.md).
///
/// A distortion is the root of a frame's weighted error, as a share of that of frames that differ by the largest value everywhere.
package struct GOPQuality: Codable, Hashable, Sendable {
    /// The largest factor between two estimates that counts: results of sandbox processes may have any.
    private static let largestFactor = 16.0

    /// The number of frames.
    package let frames: Int
    /// The number of frames that were compared.
    package let sampled: Int
    /// The estimate by the encoder's reports alone; `nil` if the encoder reports no errors, or the GOP is too short for them.
    package let byReports: Double?
    /// The estimate by the first compared frame, too; `nil` if none was compared.
    package let byFirstSample: Double?
    /// The estimate by all compared frames; `nil` unless several were compared.
    package let byAllSamples: Double?

    package init(
        frames: Int, sampled: Int, byReports: Double? = nil, byFirstSample: Double? = nil,
        byAllSamples: Double? = nil
    ) {
        self.frames = frames
        self.sampled = sampled
        self.byReports = byReports
        self.byFirstSample = byFirstSample
        self.byAllSamples = byAllSamples
    }

    /// The logarithm of the factor by which the first compared frame corrects the reports; `nil` unless both estimates are above 0.
    var correction: Double? { Self.logarithm(byFirstSample, byReports) }

    /// The logarithm of the factor by which the other compared frames correct that further; 0 without them.
    var refinement: Double { Self.logarithm(byAllSamples, byFirstSample) ?? 0 }

    private static func logarithm(_ value: Double?, _ other: Double?) -> Double? {
        guard let value, let other, value > 0, other > 0 else { return nil }
        let most = log(largestFactor)
        return min(max(log(value) - log(other), -most), most)
    }
}
