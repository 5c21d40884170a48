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

    @Test func equalFramesHaveTheComparedDistortion() throws {
        let compared = compared(400_000, activity: 50)
        let mean = try #require(
            model([400_000, 400_000, 400_000, 400_000]).mean(compared, of: 2))
        // Classes of activity are an eighth of a doubling wide, and 0.05 of the difference to the report remains.
        #expect(abs(mean / compared.distortion - 1) < 0.005)
    }

    /// Distortion is the root of the error; the exponent of differences between frames is 0.9.
    @Test func distortionRisesWithTheReportedError() throws {
        let compared = compared(10_000, activity: 50)
        let mean = try #require(model([10_000, 10_000, 10_000, 160_000]).mean(compared, of: 2))
        let expected = compared.distortion * (3 + 3.482) / 4
        #expect(abs(mean / expected - 1) < 0.05)
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
    }

    /// A compared frame far from the mean counts little, however much it differs from its report.
    @Test func unusualFrameCountsLittle() throws {
        let errors = [100, 100, 100, 400_000, 400_000, 400_000]
        let other = Self.xpsnr.distortion(weightedError: 400_000 / 50)
        let mean = try #require(model(errors).mean(compared(100, activity: 4), of: 2))
        #expect(abs(mean / (other / 2) - 1) < 0.2)
    }

    @Test func oneFrameHasItsOwnDistortion() throws {
        let compared = compared(10_000, activity: 20)
        #expect(try model([9]).mean(compared, of: 0) == compared.distortion)
    }

    @Test func missingReportsGiveNothing() throws {
        #expect(ReportedErrors([0: 9, 1: 9], activities: [:], Self.xpsnr) == nil)
        #expect(try model([9, 9]).mean(compared(1, activity: 4), of: 5) == nil)
    }
}
