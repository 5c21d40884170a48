import Testing

@testable import JobQueue

@Suite struct SilentWorkersTests {
    private let start = ContinuousClock.now

    @Test func whoSaysNothingForALeaseIsSilent() {
        var workers = SilentWorkers()
        var found: [Int: [Int64]] = [:]
        for second in stride(from: 0, through: 20, by: 2) {
            let words: [Int64: Int64] = [1: 100, 2: Int64(second / 4)]
            found[second] = workers.look(at: words, after(second), lease: .seconds(15))
        }
        #expect(found.filter { !$0.value.isEmpty } == [16: [1], 18: [1], 20: [1]])
    }

    /// A word may be older than the one before: clocks are set back.
    @Test func anyOtherWordIsASign() {
        var workers = SilentWorkers()
        for second in 0..<100 {
            let word = Int64(second.isMultiple(of: 2) ? 1_000_000 : 1)
            #expect(workers.look(at: [1: word], after(second * 3), lease: .seconds(5)) == [])
        }
    }

    /// Nobody could speak while the store was away.
    @Test func timeInWhichNobodyLookedDoesNotCount() {
        var workers = SilentWorkers()
        for second in [0, 2, 4, 600, 602, 604, 1200, 1202] {
            #expect(workers.look(at: [1: 1], after(second), lease: .seconds(15)) == [])
        }
        #expect(workers.look(at: [1: 1], after(1210), lease: .seconds(15)) == [])
        #expect(workers.look(at: [1: 1], after(1216), lease: .seconds(15)) == [1])
    }

    private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
}
