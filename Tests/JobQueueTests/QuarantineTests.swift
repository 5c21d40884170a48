import Testing

@testable import JobQueue

/// Tasks that ran when their worker's lease expired run alone, and only crashes of tasks that run alone count.
@Suite struct QuarantineTests {
    @Test(arguments: Backend.allCases)
    func reclaimedTasksAreClaimedAlone(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for key in ["a", "b", "c"] { try await store.submit(key) }
            let expired = try await store.worker()
            let held = try await store.claim(expired, count: 2)
            #expect(held.allSatisfy { !$0.isAlone })
            #expect(try await store.reclaim(from: expired).requeuedTasks == 2)
            let (first, second) = (try await store.worker(), try await store.worker())
            #expect(try await store.stats().tasks == [.quarantined: 2, .ready: 1])
            #expect(try await store.claim(second, count: 5).map(\.payload) == ["c"])
            let suspect = try #require(try await store.claimSuspect(first))
            #expect(suspect.isAlone && suspect.payload == "a")
            let record = try #require(try await store.tasks(of: suspect.lease.job).first)
            #expect(record.state == .running && record.isQuarantined && record.reclaims == 1)
            // One worker runs a suspect already, and the other runs another task.
            #expect(try await store.claimSuspect(first) == nil)
            #expect(try await store.claimSuspect(second) == nil)
            _ = try await store.complete(suspect.lease, result: nil, adding: [])
            #expect(try await store.claimSuspect(first)?.payload == "b")
        }
    }

    /// With several running tasks, the cause of a crash is unknown.
    @Test(arguments: Backend.allCases)
    func crashCountIgnoresTasksThatRanTogether(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let jobs = [try await store.submit("a"), try await store.submit("b")]
            for _ in 0..<12 {
                let worker = try await store.worker()
                #expect(try await store.claim(worker, count: 2).count == 2)
                #expect(try await store.reclaim(from: worker).failedTasks == 0)
                // Each runs alone and is released.
                for _ in 0..<2 {
                    let next = try await store.worker()
                    let task = try #require(try await store.claimSuspect(next))
                    #expect(try await store.release(task.lease) == .applied)
                }
            }
            for job in jobs {
                let task = try #require(try await store.tasks(of: job).first)
                #expect(task.reclaims == 12 && task.crashCount == 0 && task.state == .ready)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func crashCountIgnoresSuspectBesideAPublication(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let suspect = try await store.submit("a")
            let first = try await store.worker()
            _ = try await store.claimOne(first)
            try await store.reclaim(from: first)
            try await store.submit("b")
            let second = try await store.worker()
            let published = try #require(try await store.claimOne(second))
            _ = try await store.beginPublishing(published.lease, record: "r")
            try await store.reclaim(from: second)
            let third = try await store.worker()
            #expect(try await store.claimPublications(third, count: 1).count == 1)
            #expect(try await store.claimSuspect(third) != nil)
            try await store.reclaim(from: third)
            #expect(try await store.tasks(of: suspect).map(\.crashCount) == [0])
        }
    }

    /// A long task survives a host that is switched off every day.
    @Test(arguments: Backend.allCases)
    func artifactResetsConsecutiveCrashesOnly(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("film")
            let first = try await store.worker()
            _ = try await store.claimOne(first)
            try await store.reclaim(from: first)
            for crash in 1...10 {
                let worker = try await store.worker()
                let task = try #require(try await store.claimSuspect(worker))
                // Two attempts complete no artifact, the third does.
                if crash.isMultiple(of: 3) {
                    let progress = TaskProgress(fraction: 0.1, artifacts: 2)
                    _ = try await store.report(task.lease, progress)
                    _ = try await store.report(task.lease, TaskProgress(fraction: 0.2))
                }
                try await store.reclaim(from: worker)
                #expect(try await store.tasks(of: job).map(\.crashCount) == [crash])
                let hasFailed = try await store.state(job) == .failed
                #expect(hasFailed == (crash == 10), "\(crash)")
            }
            #expect(try await store.job(job)?.failure?.code == "WORKER_LOST")
            #expect(try await store.retry(job).state == .queued)
            #expect(try await store.tasks(of: job).map(\.crashCount) == [0])
            #expect(try await store.claimOne(try await store.worker()) != nil)
        }
    }

    enum Ending: CaseIterable, Sendable { case release, failure, abandonment }

    @Test(arguments: Backend.allCases, Ending.allCases)
    func otherOutcomesEndQuarantine(_ backend: Backend, _ ending: Ending) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            // Twice: two crashes, another outcome and two crashes are not three consecutive crashes.
            for _ in 0..<2 {
                let first = try await store.worker()
                _ = try #require(try await store.claimOne(first))
                try await store.reclaim(from: first)
                for _ in 0..<2 {
                    let worker = try await store.worker()
                    _ = try #require(try await store.claimSuspect(worker))
                    try await store.reclaim(from: worker)
                }
                let last = try await store.worker()
                let task = try #require(try await store.claimSuspect(last))
                switch ending {
                case .release: _ = try await store.release(task.lease)
                case .failure: _ = try await store.fail(task.lease, .transient)
                case .abandonment: _ = try await store.abandon(task.lease, .transient)
                }
                try await store.passTime()
                _ = try await store.maintain()
                #expect(try await store.tasks(of: job).map(\.state) == [.ready])
                #expect(try await store.tasks(of: job).map(\.isQuarantined) == [false])
            }
            #expect(try await store.tasks(of: job).map(\.crashCount) == [4])
        }
    }

    /// The suspect was not run to an end.
    @Test(arguments: Backend.allCases, [true, false])
    func suspectThatDidNotRunStaysQuarantined(_ backend: Backend, isDeferred: Bool) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let first = try await store.worker()
            _ = try await store.claimOne(first)
            try await store.reclaim(from: first)
            let second = try await store.worker()
            let task = try #require(try await store.claimSuspect(second))
            if isDeferred {
                _ = try await store.release(task.lease, after: 60)
                #expect(try await store.tasks(of: job).map(\.state) == [.delayed])
                try await store.passTime()
                _ = try await store.maintain()
            } else {
                // The response to the claim was lost.
                try await store.releaseUnstarted(task.lease)
            }
            #expect(try await store.tasks(of: job).map(\.state) == [.quarantined])
            #expect(try await store.claimOne(second) == nil)
            #expect(try await store.claimSuspect(second) != nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func cancelledJobHasNoSuspects(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let first = try await store.worker()
            _ = try await store.claimOne(first)
            try await store.reclaim(from: first)
            _ = try await store.cancel(job)
            #expect(try await store.claimSuspect(try await store.worker()) == nil)
            #expect(try await store.tasks(of: job).first?.state == .cancelled)
        }
    }

    @Test(arguments: Backend.allCases)
    func cancelledJobHasNoDeferredSuspects(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let first = try await store.worker()
            _ = try await store.claimOne(first)
            try await store.reclaim(from: first)
            let task = try #require(try await store.claimSuspect(store.worker()))
            _ = try await store.release(task.lease, after: 60)
            #expect(try await store.tasks(of: job).map(\.isQuarantined) == [true])
            _ = try await store.cancel(job)
            let record = try #require(try await store.tasks(of: job).first)
            #expect(record.state == .cancelled && !record.isQuarantined)
        }
    }

    @Test(arguments: Backend.allCases)
    func suspectsAreNotClaimedWhilePausedOrUnsupported(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("a")
            let first = try await store.worker()
            _ = try await store.claimOne(first)
            try await store.reclaim(from: first)
            let second = try await store.worker()
            #expect(try await store.claimSuspect(first) == nil)
            try await store.setPaused(true)
            #expect(try await store.claimSuspect(second) == nil)
            try await store.passTime()
            #expect(try await store.claimSuspect(second, isIdle: false, of: nil) == .none)
            try await store.setPaused(false)
            #expect(try await store.claimSuspect(second, isIdle: true, of: ["x"]) == .none)
            #expect(try await store.claimSuspect(second, isIdle: true, of: ["test"]) != .none)
        }
    }
}
