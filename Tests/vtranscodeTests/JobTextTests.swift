import Foundation
import JobModel
import JobQueue
import StatusServer
import Submission
import TestSupport
import Testing

@testable import vtranscode

/// The text and JSON output for jobs.
@Suite struct JobTextTests {
    private let folder: TemporaryFolder
    private let upload: String

    init() throws {
        folder = try TemporaryFolder("job")
        upload = folder.file("a film with quite a long name that takes some room.mp4").path
        try Data("film".utf8).write(to: URL(filePath: upload))
    }

    private func store() async throws -> any QueueStore {
        try await QueueURL("sqlite:\(folder.file("queue.db").path)").open()
    }

    private func request(
        _ terms: SubmissionTerms = SubmissionTerms(), name: String? = "film",
        output: String = "/out",
        preset: String = "hls-ladder", upload: String? = nil
    ) async throws -> JobRequest {
        let payload = JobPayload(
            upload: upload ?? self.upload, output: output, packageName: name,
            preset: try PresetText(preset))
        return try await payload.request(terms)
    }

    @Test func pathsAreTruncatedForTerminals() async throws {
        let job = try await store().submit(request()).job
        #expect(JobText.table([job], isNarrow: false).hasSuffix("  " + upload))
        let narrow = JobText.table([job], isNarrow: true)
        #expect(!narrow.contains(upload) && narrow.hasSuffix("takes some room.mp4"))
    }

    @Test func delayedJobShowsItsStart() async throws {
        let store = try await store()
        let job = try await store.submit(request(SubmissionTerms(delay: 3600))).job
        #expect(JobText.details(job, []).contains(/\ndelayed until +20\d\d-/))
        let free = try await store.submit(request(name: "other")).job
        #expect(!JobText.details(free, []).contains("delayed until"))
    }

    @Test func cancelledJobShowsNoPackage() async throws {
        let store = try await store()
        let job = try await store.submit(request()).job
        #expect(JobText.details(job, []).contains(/\npackage +film/))
        let cancelled = try await store.cancel(job.id)
        try #require(cancelled.state == .cancelled)
        #expect(!JobText.details(cancelled, []).contains("package"))
    }

    @Test func detailsContainJobAndTasks() async throws {
        let store = try await store()
        let job = try await store.submit(request()).job
        let text = try JSONText.of(JobDetails(job, try await store.tasks(of: job.id)))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["id"] as? String == job.id.text)
        #expect(object["error"] is NSNull)
        let task = try #require((object["tasks"] as? [[String: Any]])?.first)
        #expect(task["kind"] as? String == "transcode")
        #expect(task["state"] as? String == "ready")
        #expect(
            Set(task.keys) == [
                "id", "kind", "state", "progress", "attempts", "reclaims", "crashCount",
                "quarantined",
                "worker", "due", "error",
            ])
    }

    @Test(arguments: [true, false])
    func failedJobShowsWhetherARetryCanHelp(isPermanent: Bool) async throws {
        // One attempt ends each job.
        let store = try await QueueURL("sqlite:\(folder.file("queue.db").path)").open(
            policy: QueuePolicy(maxAttempts: 1))
        let job = try await store.submit(request()).job
        #expect(!JobText.details(job, []).contains("retryable"))
        #expect(JobText.retryWarning(job) == nil)
        let worker = try await store.register(
            WorkerInfo(name: "encoder-1", host: "media-7", process: 1, version: "1"))
        let task = try #require(try await store.claim(worker, count: 1).first)
        let failure = TaskFailure(
            code: "NOT_MEDIA", message: "text, not a video", advice: "upload a video file",
            isPermanent: isPermanent)
        #expect(try await store.fail(task.lease, failure) == .final)
        let failed = try #require(try await store.job(job.id))
        let answer = isPermanent ? "no" : "yes"
        #expect(JobText.details(failed, []).hasSuffix("\nretryable  \(answer)"))
        let warning =
            "\(job.id): the error NOT_MEDIA is permanent; unless its cause was removed, the job fails again"
        #expect(JobText.retryWarning(failed) == (isPermanent ? warning : nil))
    }

    @Test(arguments: [("encoder-1", "encoder-1 on media-7"), ("media-7", "media-7")])
    func runningTaskShowsItsWorker(name: String, text: String) async throws {
        let store = try await store()
        let job = try await store.submit(request()).job
        let worker = try await store.register(
            WorkerInfo(name: name, host: "media-7", process: 1, version: "1"))
        _ = try await store.claim(worker, count: 1)
        let (tasks, workers) = (try await store.tasks(of: job.id), try await store.stats().workers)
        let details = JobText.details(job, tasks, workers: workers)
        #expect(details.hasSuffix("  transcode running, 0 %, by \(text)"), "\(details)")
        #expect(JobText.details(job, tasks).hasSuffix("  transcode running, 0 %"))
    }

    /// The final event is returned before the end.
    @Test func updatesContainEachEventOnce() async throws {
        let store = try await store()
        let job = try await store.submit(request()).job
        var updates = JobUpdates(job.id, in: store)
        var update = try await updates.next()
        #expect(update?.events.map(\.payload.event) == ["queued"])
        update = try await updates.next()
        #expect(update?.events.isEmpty == true)
        _ = try await store.cancel(job.id)
        update = try await updates.next()
        #expect(update?.events.map(\.payload.event) == ["cancelled"])
        #expect(update?.job.state == .cancelled)
        #expect(try await updates.next() == nil)
    }

    /// Only requested values that differ are reported.
    @Test func repeatedSubmissionReportsIgnoredValues() async throws {
        let store = try await store()
        let own = SubmissionTerms(key: "k", priority: 3, webhook: "https://a.example/")
        let job = try await store.submit(request(own)).job
        func ignored(_ request: JobRequest, hasPriority: Bool = false) -> String? {
            RepeatedSubmission(request, hasPriority: hasPriority, hasClientKey: true)
                .ignoredValues(for: job)
        }
        #expect(ignored(try await request(own), hasPriority: true) == nil)
        let bare = SubmissionTerms(key: "k")
        #expect(ignored(try await request(bare, name: nil)) == nil)
        #expect(
            ignored(try await request(bare), hasPriority: true) == "its priority was not changed")
        let other = SubmissionTerms(key: "k", priority: 5, webhook: "https://b.example/")
        #expect(
            ignored(try await request(other, name: "x", output: "/else"), hasPriority: true)
                == "its output folder, name, priority and webhook were not changed")
        #expect(
            ignored(try await request(bare, preset: "shorts")) == "its preset was not changed")
    }
}
