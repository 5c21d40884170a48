import Foundation
import JobQueue
import Logging
import TestSupport
import Testing
import Worker

/// Workers that crash or are suspended during a publication.
@Suite(.timeLimit(.minutes(20))) struct PublicationTests {
    /// An event between the two workers.
    enum Meanwhile: CaseIterable, Sendable {
        case none
        case cancelled
        /// A folder that is no package gets the name.
        case taken
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let engine: QueueBackend
        let point: SuspendedWorker.Point
        let meanwhile: Meanwhile

        static let all = QueueBackend.all.flatMap { engine in
            SuspendedWorker.Point.allCases.flatMap { point in
                // A committed package retains its name.
                Meanwhile.allCases.filter { $0 != .taken || !point.hasName }.map {
                    Case(engine: engine, point: point, meanwhile: $0)
                }
            }
        }

        var testDescription: String { "\(engine), \(point), \(meanwhile)" }

        var end: JobState {
            switch meanwhile {
            case .none: .completed
            // A committed package remains.
            case .cancelled: point.hasName ? .completed : .cancelled
            case .taken: .failed
            }
        }
    }

    /// Two tenants or keys may request the same package at the same time.
    @Test(arguments: QueueBackend.all)
    func packageOfConcurrentJobIsReused(engine: QueueBackend) async throws {
        let tiny = try await TinyUpload.shared.value
        try await engine.withURL { url in
            let bench = try await QueueBench(at: url)
            let output = try bench.folder.folder("out")
            let first = try await bench.store.submit(try await tiny.request(to: output)).job.id
            let sleeper = try await SuspendedWorker(bench.store, tiny.performer, until: .recorded)
            let second = try await bench.store.submit(
                try await tiny.request(to: output, key: "again")
            ).job.id
            try await bench.run(bench.worker(tiny.performer)) {
                try await bench.state(second) == .completed
            }
            let package = Self.inode(output)
            #expect(try await sleeper.resume() == .applied)
            #expect(try await bench.state(first) == .completed)
            #expect(Self.inode(output) == package)
            #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["film"])
        }
    }

    @Test(arguments: Case.all)
    func interruptedPublicationIsCommittedOnceOrRolledBack(_ test: Case) async throws {
        let tiny = try await TinyUpload.shared.value
        try await test.engine.withURL { url in
            let bench = try await QueueBench(at: url)
            let output = try bench.folder.folder("out")
            let job = try await bench.store.submit(try await tiny.request(to: output)).job.id
            let sleeper = try await SuspendedWorker(bench.store, tiny.performer, until: test.point)
            let before = Self.inode(output)
            #expect((before != nil) == test.point.hasName)
            try await Self.expire(sleeper, at: url)
            switch test.meanwhile {
            case .none: break
            case .cancelled: _ = try await bench.store.cancel(job)
            case .taken:
                let folder = output.appending(path: "film")
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: false)
                try Data("mine".utf8).write(to: folder.appending(path: "diary.txt"))
            }
            try await bench.run(bench.worker(tiny.performer)) {
                guard try await bench.state(job)?.isFinal == true else { return false }
                return try await bench.store.tasks(of: job).allSatisfy(\.state.isOver)
            }
            #expect(try await bench.state(job) == test.end)
            try await Self.expect(test, in: output, bench.store, job)
            let after = Self.inode(output)
            #expect(before == nil || after == before)

            // The publication was resolved by another worker: the suspended one has no effect.
            let response = try await sleeper.resume()
            #expect(response == (test.point == .reported ? .applied : .stale))
            #expect(try await bench.state(job) == test.end)
            try await Self.expect(test, in: output, bench.store, job)
            #expect(Self.inode(output) == after)
        }
    }

    /// No version reads the record: the job fails, and its log has the record.
    @Test(arguments: QueueBackend.all)
    func unreadablePublicationFailsItsJob(engine: QueueBackend) async throws {
        let tiny = try await TinyUpload.shared.value
        try await engine.withURL { url in
            let bench = try await QueueBench(at: url)
            let output = try bench.folder.folder("out")
            let job = try await bench.store.submit(try await tiny.request(to: output)).job.id
            let sleeper = try await SuspendedWorker(bench.store, tiny.performer, until: .recorded)
            try await bench.store.releaseUnstarted(sleeper.lease)
            let record = #"{"package": "of another version"}"#
            let log = RecordedLog()
            try await bench.setPublication(record, checks: 97, of: sleeper.lease.task)
            try await bench.run(bench.worker(tiny.performer, log: log)) {
                try await bench.setPublicationDue(sleeper.lease.task)
                return try await bench.state(job) == .failed
            }
            #expect(try await bench.store.job(job)?.failure?.code == "UNREADABLE_PUBLICATION")
            #expect(log.count("publication outcome unknown") == 2)
            let failures = log.lines(at: .warning).filter { $0.hasPrefix("task failed") }
            #expect(failures.count == 1)
            #expect(failures.first?.contains("code=UNREADABLE_PUBLICATION") == true)
            #expect(failures.first?.contains("of another version") == true)
            #expect(try await sleeper.resume() == .stale)

            // A retry finds the package that the suspended worker has published, or makes it.
            _ = try await bench.store.retry(job)
            try await bench.run(bench.worker(tiny.performer)) {
                try await bench.state(job) == .completed
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["film"])
        }
    }

    /// The inode of the published folder.
    private static func inode(_ output: URL) -> Int? {
        let path = output.appending(path: "film").path
        let found = try? FileManager.default.attributesOfItem(atPath: path)
        return found?[.systemFileNumber] as? Int
    }

    /// Lets the lease of a suspended worker expire.
    private static func expire(_ worker: SuspendedWorker, at url: String) async throws {
        let maintainer = try await QueueURL(url).open(policy: QueuePolicy(leaseDuration: 0))
        try await eventually {
            _ = try await maintainer.maintain()
            return try await maintainer.stats().workers.isEmpty
        }
    }

    /// Checks that there is one complete package or none, no other file, and one final event.
    private static func expect(
        _ test: Case, in output: URL, _ store: any QueueStore, _ job: JobID
    ) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: output.path)
        let events = try await store.events(of: job, after: 0, limit: 100).map(\.kind)
        switch test.end {
        case .completed:
            #expect(names == ["film"])
            let digests = try await FileTree.digests(of: output)
            #expect(FileTree.differences(digests, try await TinyUpload.digests.value) == [])
            #expect(events.filter { $0 != .started } == [.queued, .published])
        case .failed:
            #expect(names == ["film"])
            #expect(FileTree.files(in: output) == ["film/diary.txt"])
            #expect(events.filter { $0 != .started } == [.queued, .failed])
            let failure = try await store.job(job)?.failure
            #expect(failure?.code == "EXISTS" && failure?.condition == "nameTakenByOther")
        default:
            #expect(names == [])
            #expect(events.filter { $0 != .started } == [.queued, .cancelled])
        }
    }
}

extension TaskState {
    /// Whether all tasks have ended.
    fileprivate var isOver: Bool {
        switch self {
        case .done, .failed, .cancelled: true
        default: false
        }
    }
}
