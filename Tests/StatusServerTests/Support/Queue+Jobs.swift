import JobModel
import JobQueue

extension QueueStore {
    /// Submits a job of one task.
    @discardableResult
    func add(
        _ upload: String, tenant: String = JobRequest.defaultTenant, priority: Int = 0,
        delay: Double = 0, preset: String = "hls-ladder"
    ) async throws -> JobID {
        let request = JobRequest(
            tenant: tenant, key: upload, priority: priority,
            payload: try payload(upload: upload, preset: preset),
            tasks: [NewTask(kind: "transcode")],
            delay: delay)
        return try await submit(request).job.id
    }

    func worker() async throws -> Int64 {
        try await register(
            WorkerInfo(name: "worker-1", host: "host-1", process: 1, version: "0.1.0"))
    }

    /// Submits a job whose task a worker claims; no other task may be ready.
    func start(
        _ upload: String, _ worker: Int64, fraction: Double = 0, remaining: Double? = nil,
        note: JobNote? = nil
    ) async throws -> Lease {
        let job = try await add(upload)
        while let task = try await claim(worker, count: 1).first {
            guard task.lease.job == job else {
                // Cleanups of failed jobs are claimed as well.
                guard task.kind == NewTask.cleanup else { break }
                _ = try await complete(task.lease, result: nil, adding: [])
                continue
            }
            _ = try await report(
                task.lease,
                TaskProgress(fraction: fraction, remaining: remaining, note: try note?.json))
            return task.lease
        }
        throw NothingReady()
    }

    func publish(_ upload: String, _ worker: Int64, result: String) async throws -> JobID {
        let lease = try await start(upload, worker)
        _ = try await complete(lease, result: result, adding: [])
        return lease.job
    }

    func failPermanently(_ upload: String, _ worker: Int64, _ failure: TaskFailure) async throws
        -> JobID
    {
        let lease = try await start(upload, worker)
        _ = try await fail(lease, failure)
        return lease.job
    }
}

struct NothingReady: Error {}

extension TaskFailure {
    static let empty = TaskFailure(
        code: "EMPTY", message: "the file has no bytes", advice: "upload it again",
        isPermanent: true)
}

/// The result of a job, in the worker's format.
func packageResult(
    name: String = "a", path: String = "/out/a", poster: String? = nil, download: Bool = false,
    warnings: [String] = []
) throws -> String {
    try JobResult(
        name: name, output: "/out", path: path, playlist: "\(path)/index.m3u8",
        poster: poster ?? path + "/poster.jpg", manifest: "\(path)/manifest.json",
        download: download ? "\(path)/download.mp4" : nil,
        duration: 754.2, bytes: 184_500_000, warnings: warnings
    ).json
}

extension JobNote {
    /// The note of a job with a poster.
    init(poster: String, duration: Double = 10, rungs: [String] = []) {
        self.init(
            name: "x", duration: duration, rungs: rungs, warnings: [], cost: 9, poster: poster)
    }
}
