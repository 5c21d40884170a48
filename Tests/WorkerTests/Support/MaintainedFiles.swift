import Foundation
import JobModel
import JobQueue
import Submission
import Synchronization
import TestSupport
import Testing

@testable import Worker

/// Jobs of a queue with workspaces in an output folder, and their maintenance by a virtual clock.
struct MaintainedFiles {
    let bench: QueueBench
    let output: URL
    let clock = VirtualClock()
    let log = RecordedLog()
    let queue: String
    let maintenance: FileMaintenance
    private let worker: Int64
    private let host: Host

    private final class Host: Sendable {
        /// The bytes that are free in the output folder.
        let freeBytes = Mutex<Int64>(.max)
        let isClockTrusted = Mutex(true)
    }

    /// Opens a queue whose maintenance has a retention of artifacts of failed jobs, in seconds, and may know the queue's identity.
    init(
        retention: Double? = 86_400, hasQueue: Bool = true, pageSize: Int = 200
    ) async throws {
        bench = try await QueueBench()
        output = try bench.folder.folder("out")
        queue = try await bench.store.identity()
        worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
        let (host, clock) = (Host(), clock)
        self.host = host
        maintenance = FileMaintenance(
            artifactRetention: retention, queue: hasQueue ? queue : nil,
            space: OutputSpaceMonitor(minimum: 1000) { _ in
                host.freeBytes.withLock(\.self)
            },
            pageSize: pageSize, now: { clock.now },
            queueTime: { _ in host.isClockTrusted.withLock(\.self) ? clock.now : nil })
    }

    func setFreeBytes(_ bytes: Int64) { host.freeBytes.withLock { $0 = bytes } }

    func setClockTrusted(_ isTrusted: Bool) { host.isClockTrusted.withLock { $0 = isTrusted } }

    /// Submits a job, and claims its tasks.
    ///
    /// - Returns: The first of them.
    func start(_ name: String, tasks: Int = 1) async throws -> ClaimedTask {
        let payload = JobPayload(
            upload: "/uploads/\(name)", output: output.path, name: name,
            preset: PresetText(name: "p", yaml: "name: p"))
        let text = try payload.json
        let job = try await bench.store.submit(
            JobRequest(
                key: name, payload: text,
                tasks: Array(
                    repeating: NewTask(kind: TaskKind.transcode.rawValue), count: tasks))
        ).job.id
        let task = try #require(try await bench.store.claim(worker, count: tasks).first)
        try #require(task.lease.job == job)
        return task
    }

    /// Submits a job that fails and can be retried; all of its tasks but the first one still run.
    func failedJob(_ name: String, tasks: Int = 1) async throws -> JobID {
        let task = try await start(name, tasks: tasks)
        let failure = TaskFailure(
            .unreadablePublication, message: "m", advice: "a", isPermanent: false)
        #expect(try await bench.store.fail(task.lease, failure) == .final)
        try makeWorkspace(task.lease.job.text)
        return task.lease.job
    }

    /// Makes a workspace with an artifact, as a worker of a queue.
    func makeWorkspace(_ name: String, owner: String? = nil) throws {
        let folder = workspaces.appending(path: name)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "artifacts/key"), withIntermediateDirectories: true)
        if let owner { try Data(owner.utf8).write(to: folder.appending(path: ".queue")) }
    }

    var workspaces: URL { output.appending(path: ".vtranscode/jobs") }

    /// The names of the workspaces.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: workspaces.path)) ?? []).sorted()
    }

    func maintain() async throws { try await maintenance.run(bench.store, log.logger) }

    /// Performs the cleanups that are due.
    ///
    /// - Returns: Their jobs.
    @discardableResult
    func cleanUp() async throws -> [JobID] {
        let performer = try await TinyUpload.shared.value.performer
        let cleanups = try await bench.store.claimCleanups(worker, count: 100)
        for cleanup in cleanups {
            _ = try await performer.perform(cleanup, .unreported)
            _ = try await bench.store.complete(cleanup.lease, result: nil, adding: [])
        }
        return cleanups.map(\.lease.job)
    }
}
