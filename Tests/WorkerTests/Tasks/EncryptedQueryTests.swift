import Foundation
import JobModel
import JobQueue
import Logging
internal import MediaSandbox
import Storage
import Submission
import TestSupport
import Testing

@testable import Transcoding
@testable import Worker

/// Uploads whose URL has a query, which the queue stores encrypted.
@Suite(.timeLimit(.minutes(5))) struct EncryptedQueryTests {
    private static let keys = Result {
        try SecretKeys(Data(repeating: 1, count: 32).base64EncodedString())
    }

    private let bench: QueueBench
    private let server: LoopbackServer

    init() async throws {
        bench = try await QueueBench(QueuePolicy(leaseDuration: 3600, maxAttempts: 1))
        // The signature is valid at the submission only.
        server = try LoopbackServer { request in
            guard request.target.hasSuffix("?Expires=1&token=hush") else { return .status(404) }
            guard request["If-Match"] == nil, request["User-Agent"] == "submitter" else {
                return .status(403)
            }
            return .status(
                206, ["Content-Range": "bytes 0-0/3000000", "ETag": "\"1\""], body: [0])
        }
    }

    private func storage(_ name: String) throws -> StorageRegistry {
        StorageRegistry(
            remote: try RemoteStores(
                environment: [:], bucketSettings: nil, userAgent: name,
                settings: RemoteStores.Settings(cacheFolder: bench.folder.file(name).filePath)))
    }

    private func request() async throws -> JobRequest {
        let payload = JobPayload(
            upload: server.url + "/clip.mp4?Expires=1&token=hush",
            output: bench.folder.url.appending(path: "out").path,
            preset: try PresetText("hls-ladder"))
        return try await payload.request(
            SubmissionTerms(), from: try storage("submitter"), keys: try Self.keys.get())
    }

    private func run(_ keys: SecretKeys) async throws -> JobRecord? {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let storage = try storage("worker")
        let transcoder = DistributedTranscoder(
            jobs: 1, memory: 1 << 30, storage: storage, sandboxMode: .none, logger: logger)
        let worker = QueueWorker(
            store: bench.store,
            performer: TranscodingPerformer(
                transcoder, storage: storage, keys: keys, settings: .init(freeSpace: 0)),
            settings: WorkerSettings(
                info: WorkerInfo(name: "w", host: "h", process: 1, version: "0"), slots: 1,
                drainTimeout: 0, reportTimeout: 60, maxConsecutiveHostErrors: 5,
                idleInterval: 0.05),
            logger: logger)
        try await bench.run(worker) { try await bench.store.stats().jobs == [.failed: 1] }
        return try await bench.store.jobs(JobFilter(limit: 1)).first
    }

    private func expectNoQuery(in job: JobRecord) {
        for text in [job.payload, job.failure?.message ?? "", job.note ?? "", job.key] {
            #expect(!text.contains("hush") && !text.contains("Expires"), "\(text)")
        }
    }

    @Test func workerSendsTheDecryptedQuery() async throws {
        let submitted = try await bench.store.submit(request()).job
        expectNoQuery(in: submitted)
        let job = try #require(try await run(try Self.keys.get()))
        #expect(job.failure?.code == "EXPIRED_URL", "\(job.failure as Any)")
        #expect(job.failure?.isPermanent == true)
        #expect(server.requests.contains { $0["User-Agent"] == "worker" })
        #expect(server.requests.allSatisfy { $0.target == "/clip.mp4?Expires=1&token=hush" })
        expectNoQuery(in: job)
    }

    @Test func anotherWorkerMayHaveTheKey() async throws {
        _ = try await bench.store.submit(request())
        let other = try SecretKeys(Data(repeating: 2, count: 32).base64EncodedString())
        let job = try #require(try await run(other))
        #expect(job.failure?.code == "NO_SECRET_KEY")
        #expect(job.failure?.isPermanent == false)
        #expect(!server.requests.contains { $0["User-Agent"] == "worker" })
        expectNoQuery(in: job)
    }

    @Test func queryOfAnotherURLFailsTheJobForGood() async throws {
        var payload = try #require(JobPayload(try await request().payload))
        payload.upload = server.url + "/another.mp4"
        _ = try await bench.store.submit(
            JobRequest(
                key: "changed", payload: try payload.json,
                tasks: [NewTask(kind: TaskKind.transcode.rawValue)]))
        let job = try #require(try await run(try Self.keys.get()))
        #expect(job.failure?.code == "UNREADABLE_QUERY")
        #expect(job.failure?.isPermanent == true)
        expectNoQuery(in: job)
    }
}
