import Foundation
import TestSupport
import Testing

/// Workers that are interrupted, killed or suspended: every job is published once.
@Suite struct ExpiredWorkerTests {
    @Test(arguments: QueueBackend.all)
    func jobOfKilledWorkerIsCompletedByAnother(backend: QueueBackend) async throws {
        try await QueueSite.with(backend) { site in
            let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            let first = try await site.worker()
            try await site.until("an artifact is completed") { site.artifacts > 0 }
            first.signal(SIGKILL)
            #expect(try await first.status() == 128 + SIGKILL)
            #expect(site.published == [".vtranscode"])
            let second = try await site.worker()
            try await site.untilEnded(job, as: "completed")
            try await site.expectPackage()
            #expect(try await site.events(of: job) == ["queued", "started", "published"])
            #expect(try await site.tasks(of: job).first?.contains("reclaimed 1 time") == true)
            second.signal(SIGTERM)
            #expect(try await second.status() == 0)
        }
    }

    /// A suspended host.
    @Test(arguments: QueueBackend.all)
    func suspendedWorkerRepeatsNoTask(backend: QueueBackend) async throws {
        try await QueueSite.with(backend) { site in
            let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            let first = try await site.worker()
            try await site.until("an artifact is completed") { site.artifacts > 0 }
            first.signal(SIGSTOP)
            let second = try await site.worker()
            try await site.untilEnded(job, as: "completed")
            let inode = try site.inode("film")
            first.signal(SIGCONT)
            try await site.until("the first worker has registered again") {
                try await site.workers() == 2 && first.errorOutput.contains("registering again")
            }
            #expect(try site.inode("film") == inode)
            try await site.expectPackage()
            #expect(try await site.events(of: job) == ["queued", "started", "published"])
            for worker in [first, second] {
                worker.signal(SIGTERM)
                #expect(try await worker.status() == 0)
            }
            try await site.expectPackage()
            #expect(try await site.workers() == 0)
        }
    }

    @Test(arguments: QueueBackend.all)
    func drainedWorkerReleasesItsTasks(backend: QueueBackend) async throws {
        try await QueueSite.with(backend) { site in
            let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            let first = try await site.worker("--drain-timeout", "0")
            try await site.until("an artifact is completed") { site.artifacts > 0 }
            first.signal(SIGTERM)
            #expect(try await first.status() == 0, "\(first.errorOutput)")
            #expect(site.published == [".vtranscode"])
            #expect(site.artifacts > 0)
            try await site.expectAnotherWorkerCompletes(job)
        }
    }

    @Test func secondSignalExitsImmediately() async throws {
        try await QueueSite.with(.sqlite) { site in
            _ = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            let worker = try await site.worker("--drain-timeout", "10m")
            try await site.until("a task runs") { worker.errorOutput.contains("task started") }
            worker.signal(SIGTERM)
            try await site.until("it drains") {
                worker.errorOutput.contains("signal received, draining")
            }
            // Signals within a second are duplicates.
            try await site.until("it has ended") {
                worker.signal(SIGTERM)
                return !worker.isRunning
            }
            #expect(try await worker.status() == 130)
            #expect(!site.published.contains("film"))
        }
    }

    @Test func drainedWorkerCompletesRunningTask() async throws {
        try await QueueSite.with(.sqlite) { site in
            let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            let worker = try await site.worker()
            try await site.until("an artifact is completed") { site.artifacts > 0 }
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
            #expect(try await site.job(job).status == "completed")
            try await site.expectPackage()
        }
    }

    @Test func killedSandboxProcessFailsOneAttempt() async throws {
        try await QueueSite.with(.sqlite) { site in
            let upload = try await QueueUpload.shared.value.upload
            let job = try await site.add(upload, "--name", "film")
            let worker = try await site.worker()
            try await site.until("an artifact is completed") { site.artifacts > 0 }
            try await site.until("a sandbox process runs") {
                let children = ChildProcess.children(of: worker.process, reading: upload)
                guard let child = children.first else { return false }
                return kill(child, SIGKILL) == 0
            }
            try await site.untilEnded(job, as: "completed")
            let tasks = try await site.tasks(of: job)
            #expect(
                tasks.count == 1 && tasks[0].hasSuffix("transcode done, 1 failed attempt"),
                "\(tasks)")
            try await site.expectPackage()
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    /// Each worker has its own temporary folder; the workers share the output folder.
    @Test(arguments: QueueBackend.all)
    func twoWorkersShareAJob(backend: QueueBackend) async throws {
        try await QueueSite.with(backend) { site in
            let options = ["--long-job", "1", "--batch", "0.5"]
            let workers = [
                try await site.worker(options[0], options[1], options[2], options[3]),
                try await site.worker(options[0], options[1], options[2], options[3]),
            ]
            let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            try await site.untilEnded(job, as: "completed")
            try await site.expectPackage()
            for worker in workers {
                #expect(worker.completed("encode") > 0, "\(worker.errorOutput)")
                worker.signal(SIGTERM)
                #expect(try await worker.status() == 0)
            }
            let tasks = try await site.tasks(of: job)
            #expect(tasks.filter { $0.hasSuffix("encode done") }.count >= 2, "\(tasks)")
            // Each other task runs once, on either worker.
            for kind in ["transcode", "audio", "thumbnails", "package", "publish"] {
                #expect(tasks.filter { $0.hasSuffix("\(kind) done") }.count == 1, "\(tasks)")
                let completed = workers.filter { $0.completed(kind) > 0 }
                #expect(completed.count == 1, "\(kind) by \(completed.count) workers")
            }
        }
    }
}

extension RunningCommand {
    /// The number of tasks of a kind that a worker has logged as completed.
    fileprivate func completed(_ kind: String) -> Int {
        errorOutput.split(separator: "\n").count {
            $0.contains(" task completed ") && $0.contains(" kind=\(kind) ")
        }
    }
}
