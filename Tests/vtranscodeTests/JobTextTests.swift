import Foundation
import JobModel
import JobQueue
import StatusServer
import Submission
import TestSupport
import Testing

@testable import vtranscode

/// Jobs of a queue as people and scripts see them.
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

    @Test func onlyTerminalsHavePathsCut() async throws {
        let job = try await store().submit(request()).job
        #expect(JobText.table([job], isNarrow: false).hasSuffix("  " + upload))
        let narrow = JobText.table([job], isNarrow: true)
        #expect(!narrow.contains(upload) && narrow.hasSuffix("takes some room.mp4"))
    }

    @Test func aScheduledJobSaysWhenItBegins() async throws {
        let store = try await store()
        let job = try await store.submit(request(SubmissionTerms(delay: 3600))).job
        #expect(JobText.details(job, []).contains(/\nbegins +20\d\d-/))
        let free = try await store.submit(request(name: "other")).job
        #expect(!JobText.details(free, []).contains("begins"))
    }

    @Test func whatHasNoPackageNamesNone() async throws {
        let store = try await store()
        let job = try await store.submit(request()).job
        #expect(JobText.details(job, []).contains(/\npackage +film/))
        let cancelled = try await store.cancel(job.id)
        try #require(cancelled.state == .cancelled)
        #expect(!JobText.details(cancelled, []).contains("package"))
    }

    @Test func tasksStandBesideTheJobsKeys() async throws {
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
                "id", "kind", "state", "progress", "attempts", "losses", "crashes", "quarantined",
                "worker", "due", "error",
            ])
    }

    /// What was told is not told again, and the end is among the news.
    @Test func aTrailTellsEachEventOnce() async throws {
        let store = try await store()
        let job = try await store.submit(request()).job
        var trail = JobTrail(job.id, in: store)
        var look = try await trail.look()
        #expect(look?.news.map(\.event) == ["queued"])
        look = try await trail.look()
        #expect(look?.news.isEmpty == true)
        _ = try await store.cancel(job.id)
        look = try await trail.look()
        #expect(look?.news.map(\.event) == ["cancelled"])
        #expect(look?.job.state == .cancelled)
        #expect(try await trail.look() == nil)
    }

    /// What is asked for and not granted is said, and nothing else.
    @Test func aRepeatedRequestSaysWhatStays() async throws {
        let store = try await store()
        let own = SubmissionTerms(key: "k", priority: 3, webhook: "https://a.example/")
        let job = try await store.submit(request(own)).job
        func stays(_ request: JobRequest, asksPriority: Bool = false) -> String? {
            RepeatedRequest(request, asksPriority: asksPriority, hasOwnKey: true).whatStays(of: job)
        }
        #expect(stays(try await request(own), asksPriority: true) == nil)
        let bare = SubmissionTerms(key: "k")
        #expect(stays(try await request(bare, name: nil)) == nil)
        #expect(
            stays(try await request(bare), asksPriority: true) == "its priority stays as it was")
        let other = SubmissionTerms(key: "k", priority: 5, webhook: "https://b.example/")
        #expect(
            stays(try await request(other, name: "x", output: "/else"), asksPriority: true)
                == "its output folder, name, priority and webhook stay as they were")
        #expect(
            stays(try await request(bare, preset: "shorts")) == "its preset stays as it was")
    }
}
