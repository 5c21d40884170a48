import Foundation

enum Decibels {
    /// -10 log10(1 - SSIM), at most 100.
    static func ofSimilarity(_ ssim: Double) -> Double {
        ssim < 1 ? min(100, -10 * log10(1 - ssim)) : 100
    }
}
