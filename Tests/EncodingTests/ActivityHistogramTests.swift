import Testing

@testable import Encoding

@Suite struct ActivityHistogramTests {
    private func weight(_ activities: [Float], exponent: Double) -> Double {
        ActivityHistogram(activities).meanWeight(.init(exponent: exponent))
    }

    /// The middle of a class is within a sixteenth of each of its activities.
    @Test(arguments: [4, 5, 10, 77, 1000, 4000] as [Float])
    func weightIsOneDividedByActivity(_ activity: Float) {
        let weight = weight([activity, activity], exponent: 0.9)
        #expect(abs(weight * Double(activity) - 1) < 1 / 15.0)
    }

    /// Errors proportional to activity have the weight of one divided by the mean activity.
    @Test func exponentMovesErrorsToBusyBlocks() {
        let activities: [Float] = [10, 990]
        #expect(abs(weight(activities, exponent: 1) * 500 - 1) < 0.08)
        #expect(abs(weight(activities, exponent: 0) / 0.0505 - 1) < 0.08)
        #expect(weight(activities, exponent: -0.3) > weight(activities, exponent: 0))
    }

    /// Activity has a least value, and the largest sum of the filters, 4080, is in the last class.
    @Test func extremesAreInTheFirstAndLastClass() {
        #expect(ActivityHistogram([0, 3.9, -1]) == ActivityHistogram([4, 4, 4]))
        #expect(weight([4, 4], exponent: 0.9) == 0.25)
        #expect(ActivityHistogram([.infinity]) == ActivityHistogram([4090]))
        #expect(weight([], exponent: 0.9) == 1 / XPSNR.leastActivity)
    }
}
