internal import Foundation

/// What the comparison of a decoded frame with its source has shown.
struct FrameComparison {
    /// The root of the weighted error, as a share of that of frames that differ by 255 everywhere.
    let distortion: Double
    /// The exponent of activity in the errors of blocks; `nil` if they have no errors, or all the same activity.
    let activityExponent: Double?

    /// - Parameters:
    ///   - errors: The squared error of each block.
    ///   - weights: One divided by the activity of each block; empty for frames without blocks.
    ///   - xpsnr: The measure of the rendition.
    init(errors: [Double], weights: [Double], _ xpsnr: XPSNR) {
        distortion = xpsnr.distortion(errors: errors, weights: weights)
        let points = zip(errors, weights).map { (x: -log($1), y: log(max(1, $0))) }
        let count = Double(max(1, points.count))
        let mean = (
            x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count
        )
        let variance = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
        let covariance = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) }
        let isEqual = errors.allSatisfy { $0 == 0 }
        activityExponent = isEqual || variance < 1e-9 ? nil : covariance / variance
    }
}
