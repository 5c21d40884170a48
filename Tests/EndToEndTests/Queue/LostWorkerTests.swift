import Foundation
import TestSupport
import Testing

/// Workers that are told to stop, killed or paused: no job is lost, and none is published twice.
@Suite struct LostWorkerTests {
    @Test(arguments: QueueEngine.all)
    func aKilledWorkersJobIsEndedByAnother(engine: QueueEngine) async throws {
        try await QueueSite.with(engine) { site in
            let job = try await site.add(QueueFilm.shared.value.upload, "--name", "film")
            let first = try await site.worker()
            try await site.until("a piece is finished") { site.pieces > 0 }
            first.signal(SIGKILL)
            #expect(try await first.status() == 128 + SIGKILL)
            #expect(site.published == [".vtranscode"])
            let second = try await site.worker()
            try await site.untilEnded(job, as: "completed")
            try await site.expectFilm()
            #expect(try await site.events(of: job) == ["queued", "started", "published"])
            #expect(try await site.tasks(of: job).first?.contains("1 worker lost") == true)
            second.signal(SIGTERM)
            #expect(try await second.status() == 0)
        }
    }

    /// As a machine that hangs, or a laptop that is closed for a while.
    @Test(arguments: QueueEngine.all)
    func aPausedWorkerThatWakesUpDoublesNothing(engine: QueueEngine) async throws {
        try await QueueSite.with(engine) { site in
            let job = try await site.add(QueueFilm.shared.value.upload, "--name", "film")
            let first = try await site.worker()
            try await site.until("a piece is finished") { site.pieces > 0 }
            first.signal(SIGSTOP)
            let second = try await site.worker()
            try await site.untilEnded(job, as: "completed")
            let inode = try site.inode("film")
            first.signal(SIGCONT)
            try await site.until("the first has begun anew") {
                try await site.workers() == 2 && first.complaint.contains("begins anew")
            }
            #expect(try site.inode("film") == inode)
            try await site.expectFilm()
            #expect(try await site.events(of: job) == ["queued", "started", "published"])
            for worker in [first, second] {
                worker.signal(SIGTERM)
                #expect(try await worker.status() == 0)
            }
            try await site.expectFilm()
            #expect(try await site.workers() == 0)
        }
    }

    @Test(arguments: QueueEngine.all)
    func aToldWorkerHandsBackWhatItHas(engine: QueueEngine) async throws {
        try await QueueSite.with(engine) { site in
            let job = try await site.add(QueueFilm.shared.value.upload, "--name", "film")
            let first = try await site.worker("--drain-timeout", "0")
            try await site.until("a piece is finished") { site.pieces > 0 }
            first.signal(SIGTERM)
            #expect(try await first.status() == 0, "\(first.complaint)")
            #expect(site.published == [".vtranscode"])
            #expect(site.pieces > 0)
            try await site.expectAnotherWorkerFinishes(job)
        }
    }

    @Test func aWorkerThatIsToldTwiceEndsAtOnce() async throws {
        try await QueueSite.with(.sqlite) { site in
            _ = try await site.add(QueueFilm.shared.value.upload, "--name", "film")
            let worker = try await site.worker("--drain-timeout", "10m")
            try await site.until("it works") { worker.complaint.contains("transcode began") }
            worker.signal(SIGTERM)
            try await site.until("it has heard") { worker.complaint.contains("told to stop") }
            // What comes within a second is the same request.
            try await site.until("it has ended") { kill(worker.process, SIGTERM) != 0 }
            #expect(try await worker.status() == 130)
            #expect(!site.published.contains("film"))
        }
    }

    @Test func aToldWorkerEndsWhatItCan() async throws {
        try await QueueSite.with(.sqlite) { site in
            let job = try await site.add(QueueFilm.shared.value.upload, "--name", "film")
            let worker = try await site.worker()
            try await site.until("a piece is finished") { site.pieces > 0 }
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
            #expect(try await site.job(job).status == "completed")
            try await site.expectFilm()
        }
    }

    @Test func aKilledChildCostsOneAttempt() async throws {
        try await QueueSite.with(.sqlite) { site in
            let upload = try await QueueFilm.shared.value.upload
            let job = try await site.add(upload, "--name", "film")
            let worker = try await site.worker()
            try await site.until("a piece is finished") { site.pieces > 0 }
            try await site.until("a child works") {
                let children = ChildProcess.children(of: worker.process, reading: upload)
                guard let child = children.first else { return false }
                return kill(child, SIGKILL) == 0
            }
            try await site.untilEnded(job, as: "completed")
            let tasks = try await site.tasks(of: job)
            #expect(
                tasks.count == 1 && tasks[0].hasSuffix("transcode done, 1 failed attempt"),
                "\(tasks)")
            try await site.expectFilm()
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    /// Each worker has a scratch folder of its own; they share the output folder only.
    @Test(arguments: QueueEngine.all)
    func twoMachinesMakeOneFilm(engine: QueueEngine) async throws {
        try await QueueSite.with(engine) { site in
            let options = ["--long-job", "1", "--batch", "0.5"]
            let workers = [
                try await site.worker(options[0], options[1], options[2], options[3]),
                try await site.worker(options[0], options[1], options[2], options[3]),
            ]
            let job = try await site.add(QueueFilm.shared.value.upload, "--name", "film")
            try await site.untilEnded(job, as: "completed")
            try await site.expectFilm()
            for worker in workers {
                #expect(worker.complaint.contains("encode done"), "\(worker.complaint)")
                worker.signal(SIGTERM)
                #expect(try await worker.status() == 0)
            }
            let tasks = try await site.tasks(of: job)
            #expect(tasks.filter { $0.hasSuffix("encode done") }.count >= 2, "\(tasks)")
            // Each of the others once, by either.
            for kind in ["transcode", "sound", "thumbnails", "package", "publish"] {
                #expect(tasks.filter { $0.hasSuffix("\(kind) done") }.count == 1, "\(tasks)")
                let done = workers.filter { $0.complaint.contains("\(kind) done") }
                #expect(done.count == 1, "\(kind) by \(done.count) workers")
            }
        }
    }
}
