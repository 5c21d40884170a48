import Foundation

/// Quality in decibels.
enum Decibels {
    /// Returns an SSIM in decibels, -10 log10(1 - SSIM), at most 100.
    static func ofSimilarity(_ ssim: Double) -> Double {
        ssim < 1 ? min(100, -10 * log10(1 - ssim)) : 100
    }
}
