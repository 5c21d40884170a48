import Foundation
import JobQueue
import TestSupport
import Testing
import Worker

/// Workers that die in a publication, or sleep through what others make of it.
@Suite(.timeLimit(.minutes(20))) struct PublicationTests {
    /// What happens while nobody works on the job.
    enum Meanwhile: CaseIterable, Sendable {
        case nothing
        case cancelled
        /// The package's name becomes somebody else's.
        case taken
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let engine: QueueEngine
        let point: SleepingWorker.Point
        let meanwhile: Meanwhile

        static let all = QueueEngine.all.flatMap { engine in
            SleepingWorker.Point.allCases.flatMap { point in
                // A name that is the package's already cannot become another's.
                Meanwhile.allCases.filter { $0 != .taken || !point.hasName }.map {
                    Case(engine: engine, point: point, meanwhile: $0)
                }
            }
        }

        var testDescription: String { "\(engine), \(point), \(meanwhile)" }

        var end: JobState {
            switch meanwhile {
            case .nothing: .completed
            // What has its name keeps it.
            case .cancelled: point.hasName ? .completed : .cancelled
            case .taken: .failed
            }
        }
    }

    /// As two tenants, or two keys, may ask for the same at once.
    @Test(arguments: QueueEngine.all)
    func whatAnotherJobHasMadeMeanwhileIsThePackage(engine: QueueEngine) async throws {
        let film = try await TinyFilm.shared.value
        try await engine.withURL { url in
            let bench = try await QueueBench(at: url)
            let output = try bench.folder.folder("out")
            let first = try await bench.store.submit(try await film.request(to: output)).job.id
            let sleeper = try await SleepingWorker(bench.store, film.performer, until: .begun)
            let second = try await bench.store.submit(
                try await film.request(to: output, key: "again")
            ).job.id
            try await bench.run(bench.worker(film.performer)) {
                try await bench.state(second) == .completed
            }
            let package = Self.inode(output)
            #expect(try await sleeper.wake() == .made)
            #expect(try await bench.state(first) == .completed)
            #expect(Self.inode(output) == package)
            #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["film"])
        }
    }

    @Test(arguments: Case.all)
    func aPublicationThatWasCutOffHappensOnceOrNot(_ test: Case) async throws {
        let film = try await TinyFilm.shared.value
        try await test.engine.withURL { url in
            let bench = try await QueueBench(at: url)
            let output = try bench.folder.folder("out")
            let job = try await bench.store.submit(try await film.request(to: output)).job.id
            let sleeper = try await SleepingWorker(bench.store, film.performer, until: test.point)
            let before = Self.inode(output)
            #expect((before != nil) == test.point.hasName)
            try await Self.giveUp(sleeper, at: url)
            switch test.meanwhile {
            case .nothing: break
            case .cancelled: _ = try await bench.store.cancel(job)
            case .taken:
                let folder = output.appending(path: "film")
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: false)
                try Data("mine".utf8).write(to: folder.appending(path: "diary.txt"))
            }
            try await bench.run(bench.worker(film.performer)) {
                guard try await bench.state(job)?.isFinal == true else { return false }
                return try await bench.store.tasks(of: job).allSatisfy(\.state.isOver)
            }
            #expect(try await bench.state(job) == test.end)
            try await Self.expect(test, in: output, bench.store, job)
            let after = Self.inode(output)
            #expect(before == nil || after == before)

            // Others have done its work, or undone it: all that it still does comes to nothing.
            let answer = try await sleeper.wake()
            #expect(answer == (test.point == .told ? .made : .stale))
            #expect(try await bench.state(job) == test.end)
            try await Self.expect(test, in: output, bench.store, job)
            #expect(Self.inode(output) == after)
        }
    }

    /// Which folder has the package's name.
    private static func inode(_ output: URL) -> Int? {
        let path = output.appending(path: "film").path
        let found = try? FileManager.default.attributesOfItem(atPath: path)
        return found?[.systemFileNumber] as? Int
    }

    /// Lets the queue give a worker up that says nothing any more.
    private static func giveUp(_ worker: SleepingWorker, at url: String) async throws {
        let impatient = try await QueueURL(url).open(policy: QueuePolicy(lease: 0))
        try await eventually {
            _ = try await impatient.maintain()
            return try await impatient.stats().workers.isEmpty
        }
    }

    /// Expects one whole package, or none, and no file beside it; and that its end is told once.
    private static func expect(
        _ test: Case, in output: URL, _ store: any QueueStore, _ job: JobID
    ) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: output.path)
        let events = try await store.events(of: job, after: 0, limit: 100).map(\.kind)
        switch test.end {
        case .completed:
            #expect(names == ["film"])
            let digests = try await FileTree.digests(of: output)
            #expect(FileTree.differences(digests, try await TinyFilm.digests.value) == [])
            #expect(events.filter { $0 != .started } == [.queued, .published])
        case .failed:
            #expect(names == ["film"])
            #expect(FileTree.files(in: output) == ["film/diary.txt"])
            #expect(events.filter { $0 != .started } == [.queued, .failed])
            #expect(try await store.job(job)?.failure?.code == "EXISTS")
        default:
            #expect(names == [])
            #expect(events.filter { $0 != .started } == [.queued, .cancelled])
        }
    }
}

extension TaskState {
    /// Nobody works on it, or will.
    fileprivate var isOver: Bool {
        switch self {
        case .done, .failed, .cancelled: true
        default: false
        }
    }
}
