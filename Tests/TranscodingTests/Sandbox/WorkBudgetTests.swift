import MediaUnits
import Presets
import Sandbox
import Synchronization
import Testing

@testable import MediaModel
@testable import MediaSandbox

/// The preset's limits apply to all work on an upload together.
@Suite struct WorkBudgetTests {
    private static let wide = SandboxLimits(peakMemory: 1 << 33, cost: 1_000, uploadSize: 0)

    @Test func limitsOfWorkAreThoseOfThePreset() throws {
        let worker = try ShellWorker("")
        let budget = WorkBudget(Limits(memory: ByteCount(1 << 30), time: Rational(90)))
        let limits = try Self.wide.within(budget, worker.upload)
        #expect(limits.memory == 1 << 30 + 512 << 20)
        #expect(limits.cpuSeconds == 90)
        #expect(limits.fileSize == Self.wide.fileSize)
        let narrow = SandboxLimits(peakMemory: 1 << 20, cost: 0, uploadSize: 0)
        let roomy = try narrow.within(WorkBudget(), worker.upload)
        #expect(roomy.memory == narrow.memory && roomy.cpuSeconds == narrow.cpuSeconds)
    }

    /// The time that one artifact took is no longer available for the next one.
    @Test func usedTimeIsDeductedOnce() throws {
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

    /// The system measures CPU time; replies do not affect it.
    @Test func processesAreChargedTheirCPUTime() throws {
        let worker = try ShellWorker(
            #"n=0; while [ $n -lt 200000 ]; do n=$((n+1)); done; echo '{"done":{}}'; echo '{"isWritten":true}'"#
        )
        let measured = Mutex<[Double]>([])
        let budget = WorkBudget(Limits(time: Rational(100))) { seconds in
            measured.withLock { $0.append(seconds) }
        }
        #expect(try worker.call(budget: budget))
        #expect(measured.withLock { $0.count == 1 && $0[0] > 0 && $0[0] < 100 })
        let before = MediaRunner.totalCPUSeconds
        #expect(try worker.call(budget: budget))
        #expect(MediaRunner.totalCPUSeconds > before)
    }
}
