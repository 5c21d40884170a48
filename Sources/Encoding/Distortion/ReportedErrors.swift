internal import Foundation

/// An estimate of the mean distortion of a GOP from one compared frame, if the encoder reports the squared errors of all frames.
///
/// XPSNR divides the error of each block by its activity. A report tells how large the error of a frame is, not where it is. An encoder
/// leaves more of it where the source is busy: the error of a block is about proportional to a power of its activity. The
/// constants are fits to 105 renditions of 48 clips (docs/quality.md).
struct ReportedErrors {
    /// The usual exponent of activity in the errors of blocks; the mean of it and of that of the compared frame counts.
    private static let usualExponent = 0.9
    private static let exponents = -0.3...1.7
    /// The exponent of estimated distortions, relative to that of the compared frame: extremes are less extreme than estimated.
    private static let damping = 0.9
    /// How far a compared frame counts whose error is the mean one.
    private static let largestShare = 0.95
    /// The logarithm of a factor between the error of the compared frame and the mean one, at which it counts half as much.
    private static let halving = 1.5
    /// The most by which the compared frame changes the estimate, as a factor.
    private static let largestFactor = 4.0

    private let xpsnr: XPSNR
    /// The squared errors and activities of all frames, in presentation order.
    private let frames: [(number: Int, error: Double, activity: ActivityHistogram)]

    /// Fails without the activity of any frame.
    ///
    /// - Parameters:
    ///   - errors: The squared error of each frame of the GOP, by its number.
    ///   - activities: The activity of frames by their numbers; a frame without has that of the next one that has, or of the last one.
    ///   - xpsnr: The measure of the rendition.
    init?(_ errors: [Int: Int], activities: [Int: ActivityHistogram], _ xpsnr: XPSNR) {
        guard var next = activities.max(by: { $0.key < $1.key })?.value else { return nil }
        self.xpsnr = xpsnr
        frames = errors.sorted { $0.key > $1.key }.map { number, error in
            next = activities[number] ?? next
            return (number, Double(error), next)
        }.reversed()
    }

    /// Returns the estimated mean distortion of all frames; `nil` if there is no report on the compared frame.
    func mean(_ comparison: FrameComparison, of number: Int) -> Double? {
        guard let index = frames.firstIndex(where: { $0.number == number }) else { return nil }
        guard frames.count > 1 else { return comparison.distortion }
        let exponent = comparison.activityExponent.map {
            (Self.usualExponent + min(max($0, Self.exponents.lowerBound), Self.exponents.upperBound))
                / 2
        }
        let shares = ActivityHistogram.ErrorShares(exponent: exponent ?? Self.usualExponent)
        let estimated = frames.map {
            xpsnr.distortion(weightedError: $0.error * $0.activity.meanWeight(shares))
        }
        let mean = estimated.reduce(0, +) / Double(frames.count)
        let relative = estimated.map { pow($0, Self.damping) }
        let scaled =
            comparison.distortion / relative[index]
            * (relative.reduce(0, +) / Double(frames.count))
        // Without any error, or without one in the compared frame, which may be black, the reports are all there is.
        guard mean > 0, scaled > 0, scaled.isFinite else { return mean }
        let factor = min(max(scaled / mean, 1 / Self.largestFactor), Self.largestFactor)
        let share = Self.largestShare * typicality(of: frames[index].error)
        return mean * pow(factor, share)
    }

    /// Returns 1 for the mean error of frames, and less for others.
    private func typicality(of error: Double) -> Double {
        let mean = frames.reduce(0) { $0 + $1.error } / Double(frames.count)
        let difference = log(max(1, error) / max(1, mean)) / Self.halving
        return 1 / (1 + difference * difference)
    }
}
