import Foundation
import TestSupport
import Testing

@testable import JobQueue
@testable import Worker

/// What the transcoder makes of a publication's record, and of what a lost task left.
@Suite(.timeLimit(.minutes(20))) struct RecoveryTests {
    private let film: TinyFilm
    private let bench: QueueBench
    private let output: URL

    init() async throws {
        film = try await TinyFilm.shared.value
        bench = try await QueueBench()
        output = try bench.folder.folder("out")
    }

    private func names(_ path: String = "") -> [String] {
        let folder = output.appending(path: path).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private var jobs: URL { output.appending(path: ".vtranscode/jobs") }

    /// A publication that was begun, and nothing more.
    private func begun() async throws -> (ClaimedPublication, SleepingWorker) {
        _ = try await bench.store.submit(try await film.request(to: output))
        let sleeper = try await SleepingWorker(bench.store, film.performer, until: .begun)
        try await bench.store.disown(sleeper.lease)
        let finder = try await bench.store.register(
            WorkerInfo(name: "finder", host: "h", process: 1, version: "0"))
        let found = try await bench.store.claimPublications(finder, count: 2)
        try #require(found.count == 1)
        return (found[0], sleeper)
    }

    @Test func recoveringTwiceIsRecoveringOnce() async throws {
        let (publication, sleeper) = try await begun()
        let first = try await film.performer.recover(publication)
        let digests = try await FileTree.digests(of: output)
        #expect(names() == ["film"])
        // Its worker wakes up, or the answer to the first one got lost.
        #expect(try await film.performer.recover(publication) == first)
        #expect(try await FileTree.digests(of: output) == digests)
        let late = ClaimedPublication(
            lease: publication.lease, record: publication.record, isCancelling: true,
            generation: 0)
        #expect(try await film.performer.recover(late) == first)
        #expect(names() == ["film"])
        #expect(try await sleeper.wake() == .stale)
    }

    /// It may be a newer version's, which knows better whether the package has its name.
    @Test func aRecordThatCannotBeReadIsLeftToOthers() async throws {
        let lease = Lease(
            job: try #require(JobID("00000000000000000000")), task: 1, epoch: 1, worker: 1)
        for record in ["", "{}", "\u{1F3AC}"] {
            await #expect(throws: PublicationUnknown.self) {
                try await film.performer.recover(
                    ClaimedPublication(
                        lease: lease, record: record, isCancelling: false, generation: 0))
            }
        }
        #expect(names() == [])
    }

    /// Somebody removed both the built package and the published one.
    @Test func aPackageThatIsNowhereIsMadeAgain() async throws {
        let (publication, sleeper) = try await begun()
        try FileManager.default.removeItem(at: output.appending(path: ".vtranscode"))
        let fault = await #expect(throws: TaskFault.self) {
            try await film.performer.recover(publication)
        }
        #expect(fault?.failure.isPermanent == false)
        #expect(names() == [])
        #expect(try await sleeper.wake() == .stale)
    }

    /// As when a share hangs: the package may have its name, and may not.
    @Test func whatCannotBeLookedAtIsNotDecided() async throws {
        let (publication, sleeper) = try await begun()
        let away = output.appending(path: "away")
        try FileManager.default.moveItem(at: jobs, to: away)
        // Neither there nor not there: a link that leads to itself.
        try FileManager.default.createSymbolicLink(at: jobs, withDestinationURL: jobs)
        await #expect(throws: PublicationUnknown.self) {
            try await film.performer.recover(publication)
        }
        try FileManager.default.removeItem(at: jobs)
        try FileManager.default.moveItem(at: away, to: jobs)
        guard case .done = try await film.performer.recover(publication) else {
            Issue.record("it is not published")
            return
        }
        #expect(names() == ["film"])
        #expect(try await sleeper.wake() == .stale)
    }

    /// Of its own job: not the package, and not what others work on.
    @Test func tidyingRemovesWhatATaskLeftAndNothingElse() async throws {
        let request = try await film.request(to: output)
        _ = try await bench.store.submit(request)
        let worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(worker, count: 1).first)
        let other = "00000000000000000000"
        for path in ["film", ".vtranscode/jobs/\(task.lease.job)", ".vtranscode/jobs/\(other)"] {
            let folder = output.appending(path: path)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: folder.appending(path: "file"))
        }
        await film.performer.tidy(task)
        #expect(names() == [".vtranscode", "film"])
        #expect(names(".vtranscode/jobs") == [other])
        #expect(names("film") == ["file"])
        // Once more, and where nothing can be read of the task.
        await film.performer.tidy(task)
        let odd = ClaimedTask(
            lease: task.lease, kind: task.kind, payload: "", jobPayload: "{}", cost: 1,
            isAlone: false, attempts: 0,
            generation: 0)
        await film.performer.tidy(odd)
        #expect(names(".vtranscode/jobs") == [other])
        try FileManager.default.removeItem(at: jobs.appending(path: other))
        await film.performer.tidy(task)
        #expect(names("film") == ["file"])
    }
}
