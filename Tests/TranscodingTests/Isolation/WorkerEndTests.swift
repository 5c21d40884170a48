import Testing

@testable import Transcoding

/// A crash is for lack of memory where the process held much more than its work states.
@Suite struct WorkerEndTests {
    /// Shares of the limit.
    @Test(arguments: [
        (peak: 0.9, before: 0.1, isOutOfMemory: true),
        (0.5, 0.4, true),
        (0.4, 0.1, false),
        // It held as much for earlier work, which had another limit.
        (0.9, 0.9, false),
    ])
    func crashBeyondHalfOfTheLimit(peak: Double, before: Double, isOutOfMemory: Bool) {
        let limits = WorkLimits(peakMemory: 100 << 20, cost: 1, uploadSize: 0)
        func bytes(_ share: Double) -> Int { Int(Double(limits.memory) * share) }
        let result = WorkerEnd.isOutOfMemory(bytes(peak), before: bytes(before), limits)
        #expect(result == isOutOfMemory)
    }

    /// Honest work, which keeps to what it states, never looks like it.
    @Test(arguments: [0, 1 << 20, 1 << 30, 1 << 34])
    func statedPeakIsBelowHalfOfTheLimit(peakMemory: Int) {
        let limits = WorkLimits(peakMemory: peakMemory, cost: 1, uploadSize: 0)
        #expect(!WorkerEnd.isOutOfMemory(peakMemory, before: -1, limits))
    }
}
