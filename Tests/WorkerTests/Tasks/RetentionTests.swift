import JobQueue
import TestSupport
import Testing

@testable import Worker

/// The retention of artifacts of failed jobs, by age and free space.
@Suite(.timeLimit(.minutes(10))) struct RetentionTests {
    @Test func artifactsAreRemovedAfterTheirRetention() async throws {
        let files = try await MaintainedFiles(retention: 86_400)
        let job = try await files.failedJob("a")
        try await files.maintain()
        files.clock.advance(seconds: 86_300)
        try await files.maintain()
        #expect(try await files.cleanUp() == [])
        #expect(files.names == [job.text])
        files.clock.advance(seconds: 200)
        for _ in 0..<2 { try await files.maintain() }
        #expect(try await files.cleanUp() == [job])
        #expect(files.names == [])
        #expect(try await files.bench.state(job) == .failed)
        #expect(
            files.log.lines == ["removing artifacts of a failed job job=\(job) reason=retention"])
    }

    /// A clock that was set ahead would make each failed job old.
    ///
    /// The removal for a full disk does not depend on the clock.
    @Test func artifactsRemainWhileTheClockIsNotTrusted() async throws {
        let files = try await MaintainedFiles(retention: 86_400)
        let job = try await files.failedJob("a")
        files.clock.advance(seconds: 31 * 86_400)
        files.setClockTrusted(false)
        try await files.maintain()
        #expect(try await files.cleanUp() == [])
        files.setFreeBytes(0)
        try await files.maintain()
        #expect(try await files.cleanUp() == [job])
        #expect(files.log.lines.map { $0.hasSuffix("reason=space") } == [true])
    }

    @Test func artifactsRemainWithoutARetention() async throws {
        let files = try await MaintainedFiles(retention: nil)
        let job = try await files.failedJob("a")
        files.clock.advance(seconds: 29 * 86_400)
        try await files.maintain()
        #expect(try await files.cleanUp() == [])
        #expect(files.names == [job.text])
    }

    /// One at a time: the next one only if the folder is still full.
    @Test func oldestArtifactsAreRemovedFirstWhenSpaceIsShort() async throws {
        let files = try await MaintainedFiles()
        var jobs: [JobID] = []
        for index in 0..<3 {
            let job = try await files.failedJob("\(index)")
            jobs.append(job)
            // The end of each job is a time of its own.
            try await eventually {
                let ended = try await files.bench.store.job(job)?.finished
                return files.clock.now > ended ?? .max
            }
        }
        files.setFreeBytes(999)
        for expected in jobs.prefix(2) {
            try await files.maintain()
            #expect(try await files.cleanUp() == [expected])
        }
        #expect(files.names == [jobs[2].text])
        files.setFreeBytes(1000)
        try await files.maintain()
        #expect(try await files.cleanUp() == [])
        #expect(files.log.lines.map { $0.hasSuffix("reason=space") } == [true, true])
    }

    /// The files of a job whose tasks still run cannot be removed, and do not prevent others from being removed.
    @Test func nextArtifactsAreRemovedWhileTasksOfTheOldestJobRun() async throws {
        let files = try await MaintainedFiles()
        let busy = try await files.failedJob("busy", tasks: 2)
        let idle = try await files.failedJob("idle")
        files.setFreeBytes(0)
        try await files.maintain()
        #expect(try await files.cleanUp() == [idle])
        #expect(files.names == [busy.text])
    }

    /// More failed jobs than one page has.
    @Test func allPagesAreInspected() async throws {
        let files = try await MaintainedFiles(pageSize: 2)
        var jobs: Set<JobID> = []
        for index in 0..<5 { jobs.insert(try await files.failedJob("\(index)")) }
        files.clock.advance(seconds: 2 * 86_400)
        for _ in 0..<3 { try await files.maintain() }
        #expect(Set(try await files.cleanUp()) == jobs)
        #expect(files.names == [])
    }
}
