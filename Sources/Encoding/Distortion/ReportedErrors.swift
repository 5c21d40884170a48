internal import Foundation
internal import MediaUnits

/// An estimate of the mean distortion of a GOP from one compared frame, if the encoder reports the squared errors of all frames.
///
/// XPSNR divides the error of each block by its activity. A report is the sum of the errors of a frame, without their positions. The
/// error of a block is taken for proportional to a power of its activity, since an encoder leaves more of it where the source is
/// busy. docs/quality.md states the clips that the constants were fitted to.
struct ReportedErrors {
    /// The usual exponent of activity in the errors of blocks.
    private static let usualExponent = 0.9
    /// The share of the exponent of the compared frame in that of all frames; the usual one has the rest.
    private static let measuredShare = 0.5
    /// The exponents of compared frames that count; others are limited to them.
    private static let exponents = -0.3...1.7
    /// The exponent of an estimate relative to that of the compared frame, since estimates differ more than frames do.
    private static let damping = 0.85
    /// The part of a small correction that does not count: such a difference may be of the compared frame alone.
    private static let ignoredPart = 0.2
    /// The logarithm of a correction of which half of that part counts.
    private static let correctionHalving = 0.2
    /// The logarithm of a factor between the error of the compared frame and the mean one, at which its correction counts half.
    private static let halving = 2.0
    /// The largest correction, as a factor.
    private static let largestFactor = 4.0
    /// The squared error of a pixel in a frame with 100 dB, the largest PSNR that x264 reports (libavcodec 59.41 and later convert it).
    private static let errorAtLargestPSNR = 255 * 255 * 1e-10

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
        let least = (Self.errorAtLargestPSNR * Double(xpsnr.size.pixelCount)).rounded()
        frames = errors.sorted { $0.key > $1.key }.map { number, error in
            next = activities[number] ?? next
            return (number, Double(error) > least ? Double(error) : 0, next)
        }.reversed()
    }

    /// Returns the estimated mean distortion of all frames; `nil` if there is no report on the compared frame, or it has an error that no
    /// report shows.
    func mean(_ comparison: FrameComparison, of number: Int) -> Double? {
        guard let index = frames.firstIndex(where: { $0.number == number }) else { return nil }
        let usual = Self.usualExponent
        let measured = comparison.activityExponent ?? usual
        let limited = min(max(measured, Self.exponents.lowerBound), Self.exponents.upperBound)
        let factors = ActivityHistogram.ErrorFactors(
            exponent: usual + Self.measuredShare * (limited - usual))
        let estimated = frames.map {
            xpsnr.distortion(weightedError: $0.error * $0.activity.meanWeight(factors))
        }
        let mean = estimated.reduce(0, +) / Double(frames.count)
        let relative = estimated.map { pow($0, Self.damping) }
        let scaled =
            comparison.distortion / relative[index]
            * (relative.reduce(0, +) / Double(frames.count))
        guard mean > 0 else { return comparison.distortion > 0 ? nil : 0 }
        // A compared frame without an error, such as a black one, gives no factor.
        guard scaled > 0, scaled.isFinite else { return mean }
        let factor = min(max(scaled / mean, 1 / Self.largestFactor), Self.largestFactor)
        let relativeLogarithm = log(factor) / Self.correctionHalving
        let share = 1 - Self.ignoredPart / (1 + relativeLogarithm * relativeLogarithm)
        return mean * pow(factor, share * typicality(of: frames[index].error))
    }

    /// Returns 1 for the mean error of frames, and less for others.
    private func typicality(of error: Double) -> Double {
        let mean = frames.reduce(0) { $0 + $1.error } / Double(frames.count)
        let difference = log(max(1, error) / max(1, mean)) / Self.halving
        return 1 / (1 + difference * difference)
    }
}
