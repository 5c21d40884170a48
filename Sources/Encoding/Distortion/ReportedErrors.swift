internal import Foundation
internal import MediaUnits

/// An estimate of the mean distortion of a GOP from some compared frames, or none, if the encoder reports the squared errors of all.
///
/// XPSNR divides the error of each block by its activity. A report is the sum of the errors of a frame, without their positions. The
/// error of a block is taken for proportional to a power of its activity, since an encoder leaves more of it where the source is
/// busy. docs/quality.md states the clips that the constants were fitted to.
struct ReportedErrors {
    /// The usual exponent of activity in the errors of blocks.
    private static let usualExponent = 1.0
    /// The share of the exponent of the compared frames in that of all frames; the usual one has the rest.
    private static let measuredShare = 0.35
    /// The exponents of compared frames that count; others are limited to them.
    private static let exponents = -0.3...1.7
    /// The exponent of an estimate relative to that of the compared frames, since estimates differ more than frames do.
    private static let damping = 0.85
    /// The part of a small correction that does not count: such a difference may be of the compared frames alone.
    private static let ignoredPart = 0.3
    /// The logarithm of a correction of which half of that part counts.
    private static let correctionHalving = 0.15
    /// The logarithm of a factor between the error of the compared frames and the mean one, at which its correction counts half.
    private static let halving = 2.1
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

    /// The estimated mean distortion of all frames if none is compared.
    var mean: Double {
        let estimated = estimates(exponent: Self.usualExponent)
        return estimated.reduce(0, +) / Double(frames.count)
    }

    /// Returns the estimated mean distortion of all frames, given some comparisons by the frames' numbers.
    ///
    /// - Returns: `nil` if there is no comparison, or no report on one of the frames, or if they have errors that no report shows.
    func mean(_ comparisons: [Int: FrameComparison]) -> Double? {
        let compared = frames.indices.filter { comparisons[frames[$0].number] != nil }
        guard !compared.isEmpty, compared.count == comparisons.count else { return nil }
        func mean(_ values: [Double]) -> Double {
            compared.reduce(0) { $0 + values[$1] } / Double(compared.count)
        }
        let values = compared.compactMap { comparisons[frames[$0].number] }
        let distortion = values.reduce(0) { $0 + $1.distortion } / Double(values.count)
        let estimated = estimates(exponent: exponent(values))
        let all = estimated.reduce(0, +) / Double(frames.count)
        let relative = estimated.map { pow($0, Self.damping) }
        let scaled =
            distortion / mean(relative) * (relative.reduce(0, +) / Double(frames.count))
        guard all > 0 else { return distortion > 0 ? nil : 0 }
        // Compared frames without an error, such as black ones, give no factor.
        guard scaled > 0, scaled.isFinite else { return all }
        let factor = min(max(scaled / all, 1 / Self.largestFactor), Self.largestFactor)
        let relativeLogarithm = log(factor) / Self.correctionHalving
        let share = 1 - Self.ignoredPart / (1 + relativeLogarithm * relativeLogarithm)
        return all * pow(factor, share * typicality(of: mean(frames.map(\.error))))
    }

    /// Returns the exponent of activity in the errors of blocks of all frames.
    private func exponent(_ compared: [FrameComparison]) -> Double {
        let usual = Self.usualExponent
        let exponents = compared.compactMap(\.activityExponent)
        guard !exponents.isEmpty else { return usual }
        let measured = exponents.reduce(0, +) / Double(exponents.count)
        let limited = min(max(measured, Self.exponents.lowerBound), Self.exponents.upperBound)
        return usual + Self.measuredShare * (limited - usual)
    }

    /// Returns the distortion of each frame if the errors of blocks are proportional to a power of their activity.
    private func estimates(exponent: Double) -> [Double] {
        let factors = ActivityHistogram.ErrorFactors(exponent: exponent)
        return frames.map {
            xpsnr.distortion(weightedError: $0.error * $0.activity.meanWeight(factors))
        }
    }

    /// Returns 1 for the mean error of frames, and less for others.
    private func typicality(of error: Double) -> Double {
        let mean = frames.reduce(0) { $0 + $1.error } / Double(frames.count)
        let difference = log(max(1, error) / max(1, mean)) / Self.halving
        return 1 / (1 + difference * difference)
    }
}
