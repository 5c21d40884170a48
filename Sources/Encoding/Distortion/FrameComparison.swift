internal import Foundation

/// The comparison of a decoded frame with its source, block by block.
struct FrameComparison {
    /// The root of the weighted error, as a share of that of frames that differ by 255 everywhere.
    let distortion: Double
    /// The squared error of each block, and its weight, one divided by its activity; no weights for frames without blocks.
    private let errors: [Double]
    private let weights: [Double]
    private let pixelCounts: [Int]

    /// - Parameters:
    ///   - errors: The squared error of each block.
    ///   - weights: One divided by the activity of each block; empty for frames without blocks.
    ///   - xpsnr: The measure of the rendition.
    init(errors: [Double], weights: [Double], _ xpsnr: XPSNR) {
        distortion = xpsnr.distortion(errors: errors, weights: weights)
        self.errors = errors
        self.weights = weights
        pixelCounts = xpsnr.blockPixelCounts
    }

    /// The exponent of activity in the errors of blocks, by least squares; `nil` without errors, or if all have the same activity.
    var activityExponent: Double? {
        guard errors.contains(where: { $0 > 0 }) else { return nil }
        // Blocks without inner pixels have a weight, but no activity.
        let points = zip(zip(errors, pixelCounts), weights).filter {
            $1 <= 1 / XPSNR.leastActivity
        }.map { block, weight in
            (x: -log(weight), y: log(max(1, block.0) / Double(block.1)))
        }
        let count = Double(max(1, points.count))
        let mean = (
            x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count
        )
        let variance = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
        let covariance = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) }
        return variance > 1e-9 ? covariance / variance : nil
    }
}
