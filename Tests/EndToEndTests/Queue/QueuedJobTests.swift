import Foundation
import TestSupport
import Testing

/// The life cycle of jobs.
@Suite struct QueuedJobTests {
    @Test(arguments: QueueBackend.all)
    func packageEqualsThatOfRun(backend: QueueBackend) async throws {
        try await QueueSite.with(backend) { site in
            let upload = try await QueueUpload.shared.value.upload
            let worker = try await site.worker()
            let job = try await site.add(upload, "--name", "film", "--wait")
            // Workers write no index.json, for which they would contend.
            try await site.expectPackage()
            #expect(try await site.add(upload, "--name", "film", "--wait") == job)
            #expect(try await site.events(of: job) == ["queued", "started", "published"])
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    /// The job stops within seconds, and its files are removed.
    @Test(arguments: QueueBackend.all)
    func cancelledJobStops(backend: QueueBackend) async throws {
        try await QueueSite.with(backend) { site in
            let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            let worker = try await site.worker()
            try await site.until("an artifact is completed") { site.artifacts > 0 }
            #expect(try await site.queue("cancel", job).status == 0)
            try await site.until("it is cancelled", within: 8) {
                try await site.job(job).status == "cancelled"
            }
            #expect(site.published == [])
            #expect(try await site.events(of: job) == ["queued", "started", "cancelled"])
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
            #expect(site.published == [])
        }
    }

    /// The upload can be submitted again during the cleanup.
    @Test func cancelledJobCanBeSubmittedAgainAtOnce() async throws {
        try await QueueSite.with(.sqlite) { site in
            let upload = try await QueueUpload.shared.value.upload
            let job = try await site.add(upload, "--name", "film")
            let worker = try await site.worker()
            try await site.until("an artifact is completed") { site.artifacts > 0 }
            #expect(try await site.queue("cancel", job).status == 0)
            // A cancelled job cannot be retried.
            #expect(try await site.queue("retry", job).status != 0)
            let again = try await site.add(upload, "--name", "film")
            #expect(again != job)
            try await site.untilEnded(again, as: "completed")
            try await site.untilEnded(job, as: "cancelled")
            try await site.until("the files of the first job are removed") {
                site.published == ["film"]
            }
            try await site.expectPackage()
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    /// The retry may be before, during or after the cleanup.
    @Test func permanentlyFailedJobCanBeRetriedAtOnce() async throws {
        try await QueueSite.with(.sqlite) { site in
            let film = try await QueueUpload.shared.value.upload
            let upload = site.folder.file("broken.mp4")
            try Data("this is not media".utf8).write(to: upload)
            let worker = try await site.worker()
            let job = try await site.add(upload, "--name", "film", "--key", "k")
            try await site.untilEnded(job, as: "failed")
            try FileManager.default.removeItem(at: upload)
            try FileManager.default.copyItem(at: film, to: upload)
            try await site.until("it is retried") {
                try await site.queue("retry", job).status == 0
            }
            try await site.untilEnded(job, as: "completed")
            try await site.expectPackage()
            let tasks = try await site.tasks(of: job)
            #expect(tasks.first?.hasSuffix("transcode done") == true, "\(tasks)")
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    /// Each task takes 0.7 to 1.4 s, and all tasks take 6 s.
    @Test func timeLimitAppliesToAllTasks() async throws {
        try await QueueSite.with(.sqlite) { site in
            let preset = site.folder.file("hurried.yaml")
            try Data(
                """
                name: hurried
                description: A time limit below that of the upload.
                extends: hls-ladder
                limits: { time: 2s }

                """.utf8
            ).write(to: preset)
            let upload = try await QueueUpload.shared.value.upload
            let worker = try await site.worker("--long-job", "0.1", "--batch", "0.1")
            let job = try await site.add(upload, "--name", "film", "--preset", preset.path)
            try await site.untilEnded(job, as: "failed")
            #expect(try await site.job(job).error?.code == "TOO_MUCH_TIME")
            let done = try await site.tasks(of: job).filter { $0.hasSuffix(" done") }
            #expect(done.contains { $0.hasSuffix("audio done") || $0.hasSuffix("encode done") })
            try await site.until("its files are removed") { site.published == [] }
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    @Test func invalidUploadFailsPermanentlyAndCanBeRetried() async throws {
        try await QueueSite.with(.sqlite) { site in
            let film = try await QueueUpload.shared.value.upload
            let upload = site.folder.file("broken.mp4")
            try Data("this is not media".utf8).write(to: upload)
            let worker = try await site.worker()
            let job = try await site.add(upload, "--name", "film", "--key", "k")
            try await site.untilEnded(job, as: "failed")
            let failure = try #require(try await site.job(job).error)
            #expect(failure.code == "NOT_MEDIA" && !failure.retryable)
            #expect(try await site.tasks(of: job).first?.contains("1 failed attempt") == true)
            try await site.until("its files are removed") { site.published == [] }
            // The job succeeds after the upload was replaced.
            try FileManager.default.removeItem(at: upload)
            try FileManager.default.copyItem(at: film, to: upload)
            let retry = try await site.queue("retry", job)
            #expect(retry.status == 0)
            #expect(retry.errorOutput.hasPrefix("vtranscode: warning: \(job): the error NOT_MEDIA"))
            try await site.untilEnded(job, as: "completed")
            #expect(site.published == ["film"])
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    /// A file server may be unreachable, or an upload may be moved.
    @Test func missingUploadIsRetried() async throws {
        try await QueueSite.with(.sqlite) { site in
            let missing = try await site.queue("add", "/nowhere.mp4", "--output", site.output.path)
            #expect(missing.status != 0)
            #expect(missing.errorOutput.contains("/nowhere.mp4"))
            #expect(try await site.queue("list", "--json").text.contains("nowhere") == false)

            let film = try await QueueUpload.shared.value.upload
            let (upload, elsewhere) = (site.folder.file("film.mp4"), site.folder.file("moved"))
            try FileManager.default.copyItem(at: film, to: upload)
            let job = try await site.add(upload, "--name", "film")
            try FileManager.default.moveItem(at: upload, to: elsewhere)
            let worker = try await site.worker()
            try await site.until("it failed once") {
                try await site.tasks(of: job).first?.hasSuffix("1 failed attempt, UNREADABLE")
                    == true
            }
            #expect(try await site.job(job).status != "failed")
            try FileManager.default.moveItem(at: elsewhere, to: upload)
            try await site.untilEnded(job, as: "completed")
            try await site.expectPackage()
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    @Test func watchSubmitsCompleteFiles() async throws {
        try await QueueSite.with(.sqlite) { site in
            let incoming = try site.folder.folder("incoming")
            let watch = try await RunningCommand(
                site.command(
                    ["watch", incoming.path, "--output", site.output.path, "--queue", site.queue]
                        + ["--settle", "0.3"]))
            let film = try await Data(contentsOf: QueueUpload.shared.value.upload)
            let (growing, other) = (
                incoming.appending(path: "growing.mp4"), incoming.appending(path: "other.mp4")
            )
            try Data("no film".utf8).write(to: incoming.appending(path: "growing.en.srt"))
            try Data().write(to: growing)
            // Only the owner of a file can detect that it is open for writing.
            try site.user.own(growing)
            let writer = try FileHandle(forWritingTo: growing)
            try writer.write(contentsOf: film.prefix(film.count / 2))
            try film.write(to: other)
            // Both files are equally old; one of them is open for writing.
            try await site.until("the complete file is submitted") {
                watch.text.contains("other.mp4")
            }
            try film.write(to: incoming.appending(path: "third.mp4"))
            try await site.until("a later file is submitted") { watch.text.contains("third.mp4") }
            #expect(!watch.text.contains("growing.mp4"))
            try writer.write(contentsOf: film.suffix(film.count - film.count / 2))
            try writer.close()
            try await site.until("it is submitted") { watch.text.contains("growing.mp4") }
            #expect(watch.text.split(separator: "\n").count == 3)
            let job = try #require(
                watch.text.split(separator: "\n").first { $0.hasSuffix("growing.mp4") }?
                    .split(separator: " ").first.map(String.init))
            #expect(try await site.job(job).status == "queued")
            watch.signal(SIGTERM)
            #expect(try await watch.status() == 0)
        }
    }
}
