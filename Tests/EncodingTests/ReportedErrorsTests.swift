import Foundation
import MediaUnits
import Testing

@testable import Encoding

/// GOPs whose frames have the same activity everywhere, but for the test of blocks.
@Suite struct ReportedErrorsTests {
    private static let xpsnr = XPSNR(
        size: Resolution(width: 320, height: 180), frameRate: Rational(25))

    private func model(_ errors: [Int], activity: [Int: [Float]] = [1: [50]]) throws
        -> ReportedErrors
    {
        let numbered = Dictionary(
            uniqueKeysWithValues: errors.enumerated().map { ($0.offset, $0.element) })
        return try #require(
            ReportedErrors(
                numbered, activities: activity.mapValues(ActivityHistogram.init), Self.xpsnr))
    }

    /// A comparison of a frame of one block.
    private func compared(_ error: Double, activity: Double) -> FrameComparison {
        FrameComparison(errors: [error], weights: [1 / activity], Self.xpsnr)
    }

    /// The ratio of the estimate to that without a comparison, if the compared frame has a multiple of the usual error.
    private func correction(_ factor: Double) throws -> Double {
        let errors = [10_000, 10_000, 10_000, 10_000]
        let usual = try #require(model(errors).mean(compared(10_000, activity: 50), of: 2))
        let other = try #require(
            model(errors).mean(compared(10_000 * factor, activity: 50), of: 2))
        return other / usual
    }

    /// The share of the logarithm of a correction that counts.
    private func share(_ factor: Double) -> Double { 1 - 0.2 / (1 + pow(log(factor) / 0.2, 2)) }

    /// The estimate follows the compared frame, up to a factor of 4; of a small correction, a fifth does not count.
    @Test func comparedFrameCorrectsTheReports() throws {
        #expect(abs(try correction(1) - 1) < 1e-9)
        for (error, factor) in [
            (1.1, 1.1.squareRoot()), (2, 2.squareRoot()), (0.5, 0.5.squareRoot()), (100, 4),
            (0.01, 0.25),
        ] {
            #expect(abs(try correction(error) / pow(factor, share(factor)) - 1) < 0.003)
        }
    }

    /// Distortion is the root of the error; the exponent of differences between frames is 0.85, and the compared frame is better than
    /// the mean.
    @Test func distortionRisesWithTheReportedError() throws {
        let compared = compared(10_000, activity: 50)
        let mean = try #require(model([10_000, 10_000, 10_000, 160_000]).mean(compared, of: 2))
        let weight = ActivityHistogram([50]).meanWeight(.init(exponent: 0.9))
        let estimated = 7.0 / 4 * Self.xpsnr.distortion(weightedError: 10_000 * weight)
        let factor = compared.distortion * (3 + pow(4, 0.85)) / 4 / estimated
        let share = share(factor) / (1 + pow(log(10_000 / 47_500) / 2, 2))
        #expect(abs(mean / (estimated * pow(factor, share)) - 1) < 0.001)
    }

    @Test func distortionFallsWithTheActivity() throws {
        let compared = compared(10_000, activity: 50)
        let (equal, busier) = (
            try #require(model([10_000, 10_000, 10_000]).mean(compared, of: 1)),
            try #require(
                model([10_000, 10_000, 10_000], activity: [1: [50], 2: [800]])
                    .mean(compared, of: 1))
        )
        #expect(abs(busier / equal - (2 + 1 / 3.482) / 3) < 0.02)
    }

    /// Where errors are proportional to activity, a calm block among busy ones adds little.
    @Test func errorsAreWhereTheComparedFrameHasThem() throws {
        func mean(_ errors: [Double]) throws -> Double {
            let weights = [1.0 / 10, 1.0 / 1000]
            let comparison = FrameComparison(errors: errors, weights: weights, Self.xpsnr)
            let estimate = try model(
                [200_000, 200_000, 200_000], activity: [1: [10, 1000], 2: [1000, 1000]]
            ).mean(comparison, of: 1)
            return try #require(estimate) / comparison.distortion
        }
        // Frame 2 has no calm block: its distortion is much lower if the errors were in such blocks.
        let (inCalm, inBusy) = (try mean([190_000, 10_000]), try mean([2_000, 198_000]))
        #expect(inCalm < inBusy)
        #expect(inBusy < 1)
    }

    /// A black frame is equal, the others are not.
    @Test func equalFrameDoesNotStandForTheOthers() throws {
        let errors = [0, 0, 0, 400_000, 400_000, 400_000]
        let black = compared(0, activity: 50)
        let mean = try #require(model(errors).mean(black, of: 2))
        let other = Self.xpsnr.distortion(weightedError: 400_000 / 50)
        #expect(abs(mean / (other / 2) - 1) < 0.05)
        #expect(try #require(model([0, 0, 0]).mean(black, of: 2)) == 0)
        // Reports that miss the error of the compared frame say nothing about the others.
        #expect(try model([0, 0, 0]).mean(compared(100, activity: 50), of: 2) == nil)
    }

    /// A compared frame far from the mean counts little, however much it differs from its report.
    @Test func unusualFrameCountsLittle() throws {
        let errors = [100, 100, 100, 400_000, 400_000, 400_000]
        let other = Self.xpsnr.distortion(weightedError: 400_000 / 50)
        let mean = try #require(model(errors).mean(compared(100, activity: 4), of: 2))
        #expect(abs(mean / (other / 2) - 1) < 0.2)
    }

    /// x264 reports 100 dB for equal frames, of which libavcodec makes an error of 13 at 1080p.
    @Test func leastReportIsNoError() throws {
        let xpsnr = XPSNR(size: Resolution(width: 1920, height: 1080), frameRate: Rational(25))
        let model = try #require(
            ReportedErrors(
                [0: 13, 1: 13, 2: 13], activities: [1: ActivityHistogram([4])], xpsnr))
        let equal = FrameComparison(errors: [0], weights: [0.25], xpsnr)
        #expect(model.mean(equal, of: 2) == 0)
    }

    @Test func missingReportsGiveNothing() throws {
        #expect(ReportedErrors([0: 9, 1: 9], activities: [:], Self.xpsnr) == nil)
        #expect(try model([9, 9]).mean(compared(1, activity: 4), of: 5) == nil)
    }
}
