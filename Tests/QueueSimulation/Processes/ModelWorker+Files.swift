import JobQueue

/// The removal of files that no task will use, as `FileMaintenance` does it.
extension ModelWorker {
    /// The time after a job's end, and after the last change of a workspace, before which no workspace is orphaned, in
    /// milliseconds.
    static let orphanAge: Int64 = 60_000
    /// The retention of artifacts of failed jobs, in milliseconds.
    private static let artifactRetention: Int64 = 25_000

    /// Removes the artifacts of jobs that failed long ago, and orphaned workspaces.
    func maintainFiles() async throws {
        let now = world.clock.wall
        do {
            let failed = try await call(.read) { try await $0.failedJobs(after: nil, limit: 10) }
            for job in failed.jobs where now - (job.finished ?? now) >= Self.artifactRetention {
                _ = try await call(.removeFiles(job.id)) { try await $0.removeFiles(of: job.id) }
            }
            for name in world.files.workspaces.keys.sorted() where try await isOrphaned(name, now) {
                try fileAttempt("collect") { $0.remove(name) }
            }
        } catch is QueueError {
            // The next maintenance continues.
        }
    }

    private func isOrphaned(_ name: String, _ now: Int64) async throws -> Bool {
        guard let id = FileModel.job(ofWorkspace: name),
            now - (world.files.changes[name] ?? now) >= Self.orphanAge
        else { return false }
        let found = try await call(.read) { try await $0.job(id) }
        guard let job = found else { return true }
        guard let finished = job.finished, now - finished >= Self.orphanAge else { return false }
        switch job.state {
        case .completed, .cancelled: return true
        case .queued, .processing: return false
        case .failed:
            let tasks = try await call(.read) { try await $0.tasks(of: id) }
            return tasks.last { $0.kind == NewTask.cleanup }?.state == .done
        }
    }
}
