internal import Foundation
internal import JobModel
internal import JobQueue
internal import Logging
internal import struct Scheduling.BlockingPool
internal import Storage

/// Removes files that no task will use: artifacts of failed jobs, and orphaned workspaces.
///
/// A worker that was suspended during a task may create the workspace of a job anew after the job's end, and be killed before it
/// learns of the end. Such a workspace is orphaned: no task removes it.
actor FileMaintenance {
    /// A folder in which packages are published, and the folder that it must lie below.
    private struct Output: Hashable {
        let location: Location
        let root: Location?
    }

    /// The retention of artifacts of failed jobs, in seconds; `nil` for that of the jobs.
    private let artifactRetention: Double?
    /// The identity of the queue; `nil` leaves workspaces of unknown jobs as they are.
    private let queue: String?
    private let storage: StorageRegistry
    private let space: OutputSpaceMonitor
    /// The number of failed jobs of one call.
    private let pageSize: Int
    /// The time in milliseconds since 1970.
    private let now: @Sendable () -> Int64
    /// The time of a queue, which dates the ends of its jobs, likewise; `nil` while it is not trusted.
    private let queueTime: @Sendable (any QueueStore) async throws -> Int64?
    /// The job after which the next page of failed jobs begins.
    private var cursor: JobID?
    /// The time of the last search for orphaned workspaces, in milliseconds since 1970.
    private var searched: Int64?

    /// The time after a job's end, and after the last change of a workspace, before which no workspace is orphaned, in
    /// milliseconds; chosen far above the time in which a worker learns that its lease has expired.
    private static let orphanAge: Int64 = 3_600_000
    private static let searchInterval: Int64 = 600_000
    /// The numbers of jobs, folders and workspaces of one search; chosen so that it takes seconds.
    private static let (maxJobs, maxOutputs, maxWorkspaces) = (200, 20, 500)

    init(
        artifactRetention: Double?, queue: String?, storage: StorageRegistry = .local,
        space: OutputSpaceMonitor, pageSize: Int = 200,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) },
        queueTime: @escaping @Sendable (any QueueStore) async throws -> Int64? = {
            try await $0.trustedTime()
        }
    ) {
        self.artifactRetention = artifactRetention
        self.queue = queue
        self.storage = storage
        self.space = space
        self.pageSize = pageSize
        self.now = now
        self.queueTime = queueTime
    }

    /// Inspects a page of failed jobs, and every ten minutes the workspaces of the queue's jobs.
    ///
    /// - Throws: `QueueError`.
    func run(_ store: any QueueStore, _ logger: Logger) async throws {
        let page = try await store.failedJobs(after: cursor, limit: pageSize)
        cursor = page.next
        try await removeArtifacts(of: page.jobs, store, logger)
        if let searched, (0..<Self.searchInterval).contains(now() - searched) { return }
        searched = now()
        // The outputs of recent jobs, and of those that failed earlier.
        let recent = try await store.jobs(JobFilter(limit: Self.maxJobs))
        for output in Set((recent + page.jobs).compactMap(Self.output)).prefix(Self.maxOutputs) {
            try await removeOrphans(in: output, store, logger)
        }
    }

    private static func output(of job: JobRecord) -> Output? {
        guard let locations = try? JobPayload(job.payload)?.locations else { return nil }
        return Output(location: locations.output, root: locations.root)
    }

    // MARK: Failed jobs

    /// Lets workers remove the artifacts of jobs that failed long ago, and of the oldest one in each full output folder.
    ///
    /// One at a time, since its removal may leave enough space. After a jump of the clock, no job is old.
    private func removeArtifacts(
        of jobs: [JobRecord], _ store: any QueueStore, _ logger: Logger
    ) async throws {
        guard !jobs.isEmpty else { return }
        let expiry: Int64?
        if let artifactRetention, let time = try await queueTime(store) {
            expiry = time - Int64(artifactRetention * 1000)
        } else {
            expiry = nil
        }
        var isShort: [Location: Bool] = [:]
        for job in jobs.sorted(by: { $0.finished ?? 0 < $1.finished ?? 0 }) {
            let isExpired = expiry.map { job.finished ?? .max <= $0 } ?? false
            guard let output = Self.output(of: job)?.location else { continue }
            if !isExpired {
                if isShort[output] == nil, isShort.count < Self.maxOutputs {
                    isShort[output] = await space.isShort(output)
                }
                guard isShort[output] == true else { continue }
            }
            guard try await store.removeFiles(of: job.id) else { continue }
            if !isExpired { isShort[output] = false }
            logger.notice(
                "removing artifacts of a failed job",
                metadata: [
                    "job": "\(job.id)", "reason": isExpired ? "retention" : "space",
                ])
        }
    }

    // MARK: Orphaned workspaces

    private func removeOrphans(
        in output: Output, _ store: any QueueStore, _ logger: Logger
    ) async throws {
        // A folder that cannot be read is an error of its tasks.
        let found = try? await Self.onOwnThread { [storage] in
            try storage.jobWorkspaces(at: output.location, below: output.root)
        }
        for workspace in (found ?? []).shuffled().prefix(Self.maxWorkspaces) {
            guard try await isOrphaned(workspace, store) else { continue }
            do {
                try await Self.onOwnThread { [storage] in
                    try storage.removeJobWorkspace(
                        at: output.location, job: workspace.name, below: output.root)
                }
                logger.notice(
                    "orphaned workspace removed",
                    metadata: ["workspace": "\(workspace.name)", "output": "\(output.location)"])
            } catch let error as StorageError {
                logger.warning(
                    "could not remove an orphaned workspace",
                    metadata: ["workspace": "\(workspace.name)", "error": "\(error)"])
            }
        }
    }

    /// Whether no task of this queue will use a workspace, and no other queue owns it.
    private func isOrphaned(
        _ workspace: FoundWorkspace, _ store: any QueueStore
    ) async throws -> Bool {
        guard now() - workspace.modificationTime / 1_000_000 >= Self.orphanAge,
            let id = WorkspaceNames.job(of: workspace.name)
        else { return false }
        guard let job = try await store.job(id) else {
            return queue != nil && workspace.owner == queue
        }
        guard let finished = job.finished, now() - finished >= Self.orphanAge else { return false }
        switch job.state {
        case .completed, .cancelled: return true
        case .queued, .processing: return false
        case .failed:
            // A retry after a cleanup uses a workspace of another name, which is newer than this list.
            let cleanups = try await store.tasks(of: id).filter { $0.kind == NewTask.cleanup }
            return cleanups.last?.state == .done
        }
    }

    private static let files = BlockingPool(label: "vtranscode.maintenance")

    /// Runs file operations that a file server may block, which must not occupy threads of the cooperative pool.
    private static func onOwnThread<Output: Sendable>(
        _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await files.run { _ in try body() }
    }
}
