import MediaUnits
import TestSupport
import Testing

@testable import Encoding

/// A segment of 6 s at 30 frames/s below 3 Mb/s, with a buffer of 1.5 s.
@Suite struct FrameBudgetTests {
    private let ceiling = 3_000_000

    private func budget(frameCount: Int = 180, buffer: Int = 4_500_000) -> FrameBudget {
        FrameBudget(
            ceiling: ceiling, buffer: buffer, frameRate: Rational(30), frameCount: frameCount)
    }

    /// 18 Mb in 6 s, of which the first frames may take 4.05 - 2.25 Mb from the buffer: 16.2 Mb in 6 s.
    @Test func rateIsReducedByTheBitsThatTheBufferGives() {
        var budget = budget()
        #expect(budget.rate(before: 0) == 2_700_000)
        #expect(budget.rate(before: 1) == nil)
    }

    /// Frames of 1 kB leave the buffer full; 180 Mb in the other 5 s are more than the ceiling.
    @Test func rateOfSimpleFramesIsTheCeiling() {
        var budget = budget()
        _ = budget.rate(before: 0)
        for _ in 0..<30 { budget.spend(bytes: 1000, quantizer: nil) }
        #expect(budget.rate(before: 30) == ceiling)
    }

    /// 60 frames took 10 Mb with their headers, so the buffer has nothing left that x264 would spend; the others get 8 Mb in 4 s.
    @Test func rateOfComplexFramesIsReducedByTheOverspending() {
        var budget = budget()
        _ = budget.rate(before: 0)
        for _ in 0..<60 { budget.spend(bytes: 20_834, quantizer: 40) }
        #expect(budget.rate(before: 60) == 1_998_000)
    }

    @Test func rateIsAtLeastAQuarterOfTheCeiling() {
        var budget = budget()
        for _ in 0..<60 { budget.spend(bytes: 80_000, quantizer: 40) }
        #expect(budget.rate(before: 60) == ceiling / 4)
    }

    /// Segments below 2.25 s start with a buffer that is less full: a segment of 1 s with 0.6 s of the ceiling.
    @Test(arguments: [(180, 0.9), (60, 0.8), (30, 0.4)])
    func shortSegmentStartsWithLess(frameCount: Int, fill: Double) {
        #expect(abs(budget(frameCount: frameCount).initialFill - fill) < 1e-9)
    }

    /// x265 cannot reduce the rate later: 0.28 of the buffer, and less for segments below 2.1 s.
    @Test(arguments: [(180, 0.28), (60, 0.4 / 1.5), (30, 0.2 / 1.5)])
    func encoderOfAConstantRateStartsWithLess(frameCount: Int, fill: Double) {
        let budget = FrameBudget(
            ceiling: ceiling, buffer: 4_500_000, frameRate: Rational(30), frameCount: frameCount,
            adjustsRate: false)
        #expect(abs(budget.initialFill - fill) < 1e-9)
    }

    /// An IDR frame alone may need more bits than a segment below 1 s has.
    @Test(arguments: [1, 29], [true, false])
    func segmentBelowASecondIsNotLimited(frameCount: Int, adjustsRate: Bool) {
        var budget = FrameBudget(
            ceiling: ceiling, buffer: 4_500_000, frameRate: Rational(30), frameCount: frameCount,
            adjustsRate: adjustsRate)
        #expect(budget.initialFill == 0.9)
        #expect(budget.rate(before: 0) == nil)
        budget.spend(bytes: 500_000, quantizer: 40)
        #expect(budget.rate(before: 1) == nil)
    }

    @Test func rateAfterTheLastPacketDoesNotChange() {
        var budget = budget(frameCount: 60)
        for _ in 0..<60 { budget.spend(bytes: 40_000, quantizer: 40) }
        #expect(budget.rate(before: 60) == nil)
    }

    /// Whatever an encoder spends within its buffer, the segment does not exceed its ceiling by more than 2 %.
    ///
    /// The worst encoder empties its buffer: it spends all bits that it has as soon as it may, at times that a seed decides.
    @Test(arguments: 0..<200)
    func segmentOfAnEncoderWithinItsBufferIsBelowTheCeiling(seed: UInt64) {
        var random = SplitMix(state: seed)
        let frameCount = random.number(45...300)
        var budget = budget(frameCount: frameCount)
        var rate = Double(ceiling)
        var fill = budget.initialFill * 4_500_000
        var bits = 0
        var isComplex = random.once(in: 2)
        for frame in 0..<frameCount {
            if let changed = budget.rate(before: frame) { rate = Double(changed) }
            if random.once(in: 30) { isComplex.toggle() }
            // x264 retains half of the buffer for the frames after, and a tenth of the rest for each frame.
            let wanted = isComplex ? max(rate / 30, (fill - 2_250_000) / 4) : 8000
            let bytes = Int(max(0, min(wanted, fill))) / 8
            fill = min(4_500_000, fill - Double(bytes * 8) + rate / 30)
            bits += bytes * 8
            budget.spend(bytes: bytes, quantizer: nil)
        }
        let most = Double(ceiling) * Double(frameCount) / 30
        #expect(Double(bits) <= most * 1.02, "\(Double(bits) / most)")
    }
}
