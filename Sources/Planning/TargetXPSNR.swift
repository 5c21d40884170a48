internal import Foundation
internal import MediaUnits
package import Presets

extension QualityTarget {
    /// The XPSNR of named targets for frames with a short side of 1080 pixels, in dB.
    ///
    /// At a short side of 720, the median of the VMAF of 22 clips is 93 (`high`), 92 (`medium`) or 87 (`low`) (docs/encoding.md).
    private static let named = (high: 38.3, medium: 37.2, low: 35.0)

    /// The XPSNR by which equal VMAF rises from a size to the double, in dB: small frames are watched enlarged (measured).
    private static let decibelsPerOctave = 1.5

    /// Returns the XPSNR of a target for frames of a size, in dB.
    package func xpsnr(shortSide: Int) -> Double {
        let atFullHD: Double
        switch self {
        case .xpsnr(let value): return value
        case .high: atFullHD = Self.named.high
        case .medium: atFullHD = Self.named.medium
        case .low: atFullHD = Self.named.low
        }
        return atFullHD + Self.decibelsPerOctave * log2(Double(max(2, shortSide)) / 1080)
    }
}

extension Preset {
    /// The XPSNR by which adaptive ladders without a target exceed `high`, in dB.
    ///
    /// Their players choose between rungs by bit rate, so clips should look no worse than with fixed rates, for which 40.35 dB at 1080
    /// suffices (docs/performance.md).
    private static let adaptiveMargin = 2.05

    /// Returns the XPSNR that the CRF of a rung is chosen for, in dB; `nil` for the CRF of the preset.
    package func targetXPSNR(shortSide: Int) -> Double? {
        if let target { return target.xpsnr(shortSide: shortSide) }
        guard isAdaptive else { return nil }
        return QualityTarget.high.xpsnr(shortSide: shortSide) + Self.adaptiveMargin
    }
}
