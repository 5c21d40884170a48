import MediaUnits
import Testing

@testable import Encoding

/// A segment of 6 s at 30 frames/s below 3 Mb/s.
@Suite struct SegmentBudgetTests {
    private let ceiling = 3_000_000

    private func budget(frameCount: Int = 180) -> SegmentBudget {
        SegmentBudget(
            ceiling: ceiling, crf: 23, frameRate: Rational(30), frameCount: frameCount)
    }

    /// Simple frames may use the buffer; the rest of the segment gets no fewer bits.
    @Test func rateOfSimpleFramesIsTheCeiling() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 20_000, quantizer: 27) }
        #expect(budget.rate() == ceiling)
    }

    /// 60 of 180 frames took 7.8 of 18 Mb: the others get 10.2 Mb in 4 s.
    @Test func rateOfComplexFramesIsReducedByTheOverspending() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 16_250, quantizer: 33) }
        #expect(budget.rate() == 2_550_000)
    }

    @Test func rateIsAtLeastHalfTheCeiling() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 40_000, quantizer: 40) }
        #expect(budget.rate() == ceiling / 2)
    }

    /// Unused bits do not raise the rate above the ceiling.
    @Test func rateIsAtMostTheCeiling() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 100, quantizer: 40) }
        #expect(budget.rate() == ceiling)
    }

    /// The rate depends on the P-frames of the last GOP only.
    @Test func everyGOPIsMeasuredAlone() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 16_250, quantizer: 33) }
        #expect(budget.rate() < ceiling)
        for _ in 0..<60 { budget.spend(bytes: 10_000, quantizer: 25) }
        #expect(budget.rate() == ceiling)
        for _ in 0..<30 { budget.spend(bytes: 10_000, quantizer: nil) }
        #expect(budget.rate() == ceiling)
    }

    /// After the last packet there is no rest of the segment to divide by.
    @Test func rateAfterTheLastPacketIsTheCeiling() {
        var budget = budget(frameCount: 60)
        for _ in 0..<60 { budget.spend(bytes: 40_000, quantizer: 40) }
        #expect(budget.rate() == ceiling)
    }
}
