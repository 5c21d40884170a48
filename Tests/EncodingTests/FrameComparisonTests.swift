import Foundation
import MediaUnits
import Testing

@testable import Encoding

/// Frames of which a few blocks, all with the same number of pixels, are compared.
@Suite struct FrameComparisonTests {
    private static let xpsnr = XPSNR(
        size: Resolution(width: 1280, height: 720), frameRate: Rational(25))
    private static let pixels = Double(xpsnr.blockPixelCounts[0])

    private func exponent(_ errors: [Double], activities: [Double]) -> Double? {
        FrameComparison(
            errors: errors.map { $0 * Self.pixels }, weights: activities.map { 1 / $0 }, Self.xpsnr
        ).activityExponent
    }

    @Test(arguments: [-0.5, 0, 0.9, 1.7]) func exponentIsThatOfTheErrors(_ expected: Double) throws
    {
        let activities = [5.0, 20, 80, 400, 2000]
        let found = try #require(
            exponent(activities.map { 100 * pow($0, expected) }, activities: activities))
        #expect(abs(found - expected) < 1e-9)
    }

    @Test func equalFramesAndEqualActivitiesHaveNone() {
        #expect(exponent([0, 0, 0], activities: [5, 20, 80]) == nil)
        #expect(exponent([10, 20, 30], activities: [20, 20, 20]) == nil)
        #expect(exponent([], activities: []) == nil)
    }

    /// Blocks without inner pixels have the weight 1, which no activity has.
    @Test func blocksWithoutActivityDoNotCount() throws {
        let found = try #require(exponent([10, 20, 9000], activities: [10, 20, 1]))
        #expect(abs(found - 1) < 1e-9)
    }
}
