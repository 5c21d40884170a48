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

    /// Easy pictures may spend what the buffer has; nothing is paid back.
    @Test func whereTheCeilingDoesNotBindItStays() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 20_000, quantizer: 27) }
        #expect(budget.rate() == ceiling)
    }

    /// 60 of 180 frames took 7.8 of 18 Mb: the others get 10.2 Mb in 4 s.
    @Test func hardPicturesPayBackWhatTheFirstOnesTook() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 16_250, quantizer: 33) }
        #expect(budget.rate() == 2_550_000)
    }

    @Test func halfTheCeilingIsTheLeast() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 40_000, quantizer: 40) }
        #expect(budget.rate() == ceiling / 2)
    }

    /// What was spared may not lift the rest above the ceiling.
    @Test func theCeilingIsTheMost() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 100, quantizer: 40) }
        #expect(budget.rate() == ceiling)
    }

    /// Each GOP is judged by its own pictures; those that are no P-pictures say nothing.
    @Test func everyGOPIsJudgedByItself() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 16_250, quantizer: 33) }
        #expect(budget.rate() < ceiling)
        for _ in 0..<60 { budget.spend(bytes: 10_000, quantizer: 25) }
        #expect(budget.rate() == ceiling)
        for _ in 0..<30 { budget.spend(bytes: 10_000, quantizer: nil) }
        #expect(budget.rate() == ceiling)
    }

    /// An encoder that gave every packet already has nothing left to ration.
    @Test func afterTheLastPacketNothingIsDivided() {
        var budget = budget(frameCount: 60)
        for _ in 0..<60 { budget.spend(bytes: 40_000, quantizer: 40) }
        #expect(budget.rate() == ceiling)
    }
}
