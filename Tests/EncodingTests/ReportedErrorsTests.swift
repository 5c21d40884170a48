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
        let usual = try #require(model(errors).mean([2: compared(10_000, activity: 50)]))
        let other = try #require(
            model(errors).mean([2: compared(10_000 * factor, activity: 50)]))
        return other / usual
    }

    /// The share of the logarithm of a correction that counts.
    private func share(_ factor: Double) -> Double {
        1 - 0.3 / (1 + pow(log(factor) / 0.15, 2))
    }

    /// The estimate follows the compared frame, up to a factor of 4; of a small correction, 0.3 of it does not count.
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
        let mean = try #require(model([10_000, 10_000, 10_000, 160_000]).mean([2: compared]))
        let weight = ActivityHistogram([50]).meanWeight(.init(exponent: 1))
        let estimated = 7.0 / 4 * Self.xpsnr.distortion(weightedError: 10_000 * weight)
        let factor = compared.distortion * (3 + pow(4, 0.85)) / 4 / estimated
        let share = share(factor) / (1 + pow(log(10_000 / 47_500) / 2.1, 2))
        #expect(abs(mean / (estimated * pow(factor, share)) - 1) < 0.001)
    }

    @Test func distortionFallsWithTheActivity() throws {
        let compared = compared(10_000, activity: 50)
        let (equal, busier) = (
            try #require(model([10_000, 10_000, 10_000]).mean([1: compared])),
            try #require(
                model([10_000, 10_000, 10_000], activity: [1: [50], 2: [800]])
                    .mean([1: compared]))
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
            ).mean([1: comparison])
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
        let mean = try #require(model(errors).mean([2: black]))
        let other = Self.xpsnr.distortion(weightedError: 400_000 / 50)
        #expect(abs(mean / (other / 2) - 1) < 0.05)
        #expect(try #require(model([0, 0, 0]).mean([2: black])) == 0)
        // Reports that miss the error of the compared frame say nothing about the others.
        #expect(try model([0, 0, 0]).mean([2: compared(100, activity: 50)]) == nil)
    }

    /// A compared frame far from the mean counts little, however much it differs from its report.
    @Test func unusualFrameCountsLittle() throws {
        let errors = [100, 100, 100, 400_000, 400_000, 400_000]
        let other = Self.xpsnr.distortion(weightedError: 400_000 / 50)
        let mean = try #require(model(errors).mean([2: compared(100, activity: 4)]))
        #expect(abs(mean / (other / 2) - 1) < 0.2)
    }

    /// x264 reports 100 dB for equal frames, of which libavcodec makes an error of 13 at 1080p.
    @Test func leastReportIsNoError() throws {
        let xpsnr = XPSNR(size: Resolution(width: 1920, height: 1080), frameRate: Rational(25))
        let model = try #require(
            ReportedErrors(
                [0: 13, 1: 13, 2: 13], activities: [1: ActivityHistogram([4])], xpsnr))
        let equal = FrameComparison(errors: [0], weights: [0.25], xpsnr)
        #expect(model.mean([2: equal]) == 0)
    }

    /// Two compared frames count as one with their means, relative to the means of their reports.
    @Test func severalComparedFramesCountEqually() throws {
        let errors = [10_000, 10_000, 10_000, 10_000]
        let both = try #require(
            model(errors).mean([
                1: compared(10_000, activity: 50), 3: compared(90_000, activity: 50),
            ]))
        let one = try #require(model(errors).mean([2: compared(40_000, activity: 50)]))
        #expect(abs(both / one - 1) < 1e-9)
    }

    @Test func reportsAloneAreAnEstimate() throws {
        let model = try model([10_000, 10_000, 160_000])
        let weight = ActivityHistogram([50]).meanWeight(.init(exponent: 1))
        let first = Self.xpsnr.distortion(weightedError: 10_000 * weight)
        #expect(abs(model.mean / (2 * first) - 1) < 1e-9)
        #expect(try self.model([0, 0, 0]).mean == 0)
    }

    @Test func missingReportsGiveNothing() throws {
        #expect(ReportedErrors([0: 9, 1: 9], activities: [:], Self.xpsnr) == nil)
        #expect(try model([9, 9]).mean([5: compared(1, activity: 4)]) == nil)
        #expect(try model([9, 9]).mean([:]) == nil)
        let frames = [1: compared(1, activity: 4), 5: compared(1, activity: 4)]
        #expect(try model([9, 9]).mean(frames) == nil)
    }
}
