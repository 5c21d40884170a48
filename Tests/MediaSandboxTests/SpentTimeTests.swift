import Foundation
import MediaUnits
import Presets
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import MediaSandbox

@Suite struct SpentTimeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("spent") }

    private func job(_ id: String = "1") throws -> SharedWorkspace {
        try SharedWorkspace(output: folder.url.filePath, job: id)
    }

    @Test func timeOfOtherAttemptsCounts() throws {
        let attempts = try [SpentTime(in: job()), SpentTime(in: job()), SpentTime(in: job())]
        #expect(try attempts[0].spentByOthers() == 0)
        try attempts[0].record(1.5)
        try attempts[1].record(0.25)
        #expect(try attempts.map { try $0.spentByOthers() } == [0.25, 1.5, 1.75])
        // Each record replaces the one before, and is never reduced.
        for seconds in [0.5, 0.75, 0.1] { try attempts[1].record(seconds) }
        #expect(try attempts.map { try $0.spentByOthers() } == [0.75, 1.5, 2.25])
        #expect(try SpentTime(in: job("2")).spentByOthers() == 0)
        try SharedWorkspace.remove(output: folder.url.filePath, job: "1")
        #expect(try SpentTime(in: job()).spentByOthers() == 0)
    }

    /// Files of another version, or of other programs.
    @Test func otherFilesAreIgnored() throws {
        let job = try job()
        for name in ["spent-", "spent-1", "spent-x-y", "spent--", "info.json"] {
            try AtomicFile.write("", to: job.path.appending(name))
        }
        #expect(try SpentTime(in: job).spentByOthers() == 0)
    }

    @Test func limitIsSharedByAllAttempts() throws {
        let limits = Limits(time: Rational(3))
        let one = WorkBudget(limits, sharedBy: SpentTime(in: try job()))
        let other = WorkBudget(limits, sharedBy: SpentTime(in: try job()))
        #expect(one.cpuSecondsLeft == 3)
        other.spend(1.5)
        #expect(one.cpuSecondsLeft == 2)
        one.spend(0.5)
        other.spend(0.5)
        #expect(one.cpuSecondsLeft == 1)
        #expect(other.cpuSecondsLeft == 1)
        one.spend(0.5)
        #expect(one.cpuSecondsLeft == nil)
        #expect(other.cpuSecondsLeft == nil)
        #expect(WorkBudget(limits, sharedBy: SpentTime(in: try job())).cpuSecondsLeft == nil)
        #expect(WorkBudget(limits).cpuSecondsLeft == 3)
    }
}
