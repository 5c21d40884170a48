import MediaUnits
import Presets
import Testing

@testable import Transcoding

/// All work on an upload together keeps to the preset's limits.
@Suite struct WorkBudgetTests {
    private static let wide = WorkLimits(peakMemory: 1 << 33, cost: 1_000, uploadSize: 0)

    @Test func workGetsNoMoreThanThePresetAllows() throws {
        let worker = try ShellWorker("")
        let budget = WorkBudget(Limits(memory: ByteCount(1 << 30), time: Rational(90)))
        let limits = try Self.wide.within(budget, worker.upload)
        #expect(limits.memory == 1 << 30 + 512 << 20)
        #expect(limits.cpuSeconds == 90)
        #expect(limits.fileSize == Self.wide.fileSize)
        let narrow = WorkLimits(peakMemory: 1 << 20, cost: 0, uploadSize: 0)
        let roomy = try narrow.within(WorkBudget(), worker.upload)
        #expect(roomy.memory == narrow.memory && roomy.cpuSeconds == narrow.cpuSeconds)
    }

    /// What one piece took is not there for the next.
    @Test func timeIsSpentOnce() throws {
        let worker = try ShellWorker("")
        let budget = WorkBudget(Limits(time: Rational(90)))
        budget.spend(60.5)
        #expect(try Self.wide.within(budget, worker.upload).cpuSeconds == 30)
        budget.spend(29.5)
        let error = #expect(throws: UploadError.self) {
            try Self.wide.within(budget, worker.upload)
        }
        #expect(error?.code == .tooMuchTime)
    }

    /// The script says that it took 7 seconds.
    @Test func childrenTellWhatTheyTook() throws {
        let worker = try ShellWorker(
            #"echo '{"done":{"peak":1,"cpuSeconds":7}}'; echo '{}'; read -r more"#)
        let budget = WorkBudget(Limits(time: Rational(10)))
        _ = try worker.call(budget: budget)
        #expect(budget.cpuSecondsLeft == 3)
    }
}
