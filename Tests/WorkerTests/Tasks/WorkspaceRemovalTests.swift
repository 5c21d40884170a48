import Foundation
import JobQueue
import TestSupport
import Testing

@testable import Worker

/// Workspaces that a worker made anew after the end of their jobs.
@Suite(.timeLimit(.minutes(10))) struct WorkspaceRemovalTests {
    private static let hour = 3600.0

    /// A job that was never in the queue, or was deleted.
    private static let unknown = "00000000000000000000"

    @Test(arguments: [JobState.completed, .cancelled])
    func workspaceOfEndedJobIsRemovedAfterAnHour(state: JobState) async throws {
        let files = try await MaintainedFiles()
        let task = try await files.start("a")
        let job = task.lease.job
        switch state {
        case .cancelled:
            _ = try await files.bench.store.cancel(job)
            _ = try await files.bench.store.release(task.lease)
            try await files.cleanUp()
        default: _ = try await files.bench.store.complete(task.lease, result: nil, adding: [])
        }
        try #require(try await files.bench.state(job) == state)
        // The suspended worker continues.
        try files.makeWorkspace(job.text, owner: files.queue)
        try files.makeWorkspace("\(job).2", owner: files.queue)
        files.clock.advance(seconds: Self.hour - 60)
        try await files.maintain()
        #expect(files.names == [job.text, "\(job).2"])
        files.clock.advance(seconds: 700)
        try await files.maintain()
        #expect(files.names == [])
        #expect(files.log.count("orphaned workspace removed") == 2)
    }

    @Test func workspacesOfOpenAndFailedJobsRemain() async throws {
        let files = try await MaintainedFiles(retention: nil)
        let running = try await files.start("running").lease.job
        try files.makeWorkspace(running.text, owner: files.queue)
        let failed = try await files.failedJob("failed")
        files.clock.advance(seconds: 48 * Self.hour)
        try await files.maintain()
        #expect(files.names == [running.text, failed.text].sorted())
    }

    /// The workspace was made after the cleanup.
    @Test func workspaceOfFailedJobIsRemovedAfterItsCleanup() async throws {
        let files = try await MaintainedFiles()
        let job = try await files.failedJob("a")
        #expect(try await files.bench.store.removeFiles(of: job))
        #expect(try await files.cleanUp() == [job])
        try files.makeWorkspace(job.text, owner: files.queue)
        try await files.maintain()
        #expect(files.names == [job.text])
        files.clock.advance(seconds: 2 * Self.hour)
        try await files.maintain()
        #expect(files.names == [])
    }

    @Test func workspaceOfUnknownJobIsRemovedAfterAnHour() async throws {
        let files = try await MaintainedFiles()
        _ = try await files.start("a")
        try files.makeWorkspace(Self.unknown, owner: files.queue)
        try await files.maintain()
        #expect(files.names == [Self.unknown])
        files.clock.advance(seconds: 2 * Self.hour)
        try await files.maintain()
        #expect(files.names == [])
    }

    /// Queues may share an output folder: the jobs of one are unknown to the other.
    @Test func workspacesOfOtherQueuesRemain() async throws {
        let files = try await MaintainedFiles()
        let other = try await QueueBench()
        _ = try await files.start("a")
        let foreign = [
            Self.unknown: try await other.store.identity(), "\(Self.unknown).1": nil,
            "notes": files.queue, "\(Self.unknown).x": files.queue,
        ]
        for (name, owner) in foreign { try files.makeWorkspace(name, owner: owner) }
        files.clock.advance(seconds: 365 * 24 * Self.hour)
        try await files.maintain()
        #expect(files.names == foreign.keys.sorted())
        #expect(files.log.lines.allSatisfy { !$0.contains("workspace") })
    }

    @Test func unknownJobsRemainWithoutTheIdentityOfTheQueue() async throws {
        let files = try await MaintainedFiles(hasQueue: false)
        _ = try await files.start("a")
        try files.makeWorkspace(Self.unknown, owner: files.queue)
        try files.makeWorkspace("\(Self.unknown).1")
        files.clock.advance(seconds: 2 * Self.hour)
        try await files.maintain()
        #expect(files.names == [Self.unknown, "\(Self.unknown).1"])
    }

    /// Workers record the queue in the workspaces that they make.
    @Test func workspaceHasTheIdentityOfItsQueue() async throws {
        let tiny = try await TinyUpload.shared.value
        let files = try await MaintainedFiles()
        let performer = tiny.performer(queue: files.queue)
        _ = try await files.bench.store.submit(try await tiny.request(to: files.output))
        let sleeper = try await SuspendedWorker(files.bench.store, performer, until: .staged)
        let file = files.workspaces.appending(path: "\(sleeper.lease.job)/.queue")
        #expect(try String(contentsOf: file, encoding: .utf8) == files.queue)
        #expect(try await sleeper.resume() == .applied)
        #expect(try FileManager.default.contentsOfDirectory(atPath: files.output.path) == ["film"])
    }
}
