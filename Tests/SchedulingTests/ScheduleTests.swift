import Testing

@testable import Scheduling

@Suite struct ScheduleTests {
    /// Jobs without dependencies, one for each cost.
    private func shape(_ name: String, costs: [Double], memory: Int = 1) throws -> GraphShape {
        try GraphShape(
            costs.enumerated().map { index, cost in
                JobDemand(id: "\(name)\(index)", peakMemory: memory, cost: cost)
            }
        )
    }

    private func started(_ actions: [ScheduleAction]) -> [JobID] {
        actions.compactMap { action in
            if case .start(let job, _) = action { job } else { nil }
        }
    }

    @Test func emptyGraphCompletesImmediately() throws {
        var schedule = Schedule(width: 1, memory: 1)
        let (graph, actions) = schedule.add(try GraphShape([]), at: 0)
        #expect(actions == [.finish(graph, .completed)])
    }

    @Test(arguments: 1...4)
    func runningJobsAreLimitedByWidth(width: Int) throws {
        var schedule = Schedule(width: width, memory: 100)
        let (graph, actions) = schedule.add(try shape("a", costs: [1, 1, 1, 1, 1, 1]), at: 0)
        #expect(started(actions).count == width)
        #expect(started(schedule.jobEnded("a0", of: graph, at: 1)).count == 1)
    }

    @Test func jobStartsAfterItsLastDependency() throws {
        var schedule = Schedule(width: 9, memory: 100)
        let shape = try GraphShape([
            JobDemand(id: "a", peakMemory: 1, cost: 1),
            JobDemand(id: "b", peakMemory: 1, cost: 1),
            JobDemand(id: "c", dependencies: ["a", "b"], peakMemory: 1, cost: 1),
        ])
        let (graph, actions) = schedule.add(shape, at: 0)
        #expect(started(actions) == ["a", "b"])
        #expect(schedule.jobEnded("b", of: graph, at: 1) == [])
        #expect(schedule.jobEnded("a", of: graph, at: 2) == [.start("c", of: graph)])
        #expect(schedule.jobEnded("c", of: graph, at: 3) == [.finish(graph, .completed)])
    }

    @Test func jobWithLongestPathIsFirst() throws {
        var schedule = Schedule(width: 1, memory: 100)
        let shape = try GraphShape([
            JobDemand(id: "long alone", peakMemory: 1, cost: 5),
            JobDemand(id: "short with costly dependent", peakMemory: 1, cost: 1),
            JobDemand(
                id: "costly",
                dependencies: ["short with costly dependent"],
                peakMemory: 1,
                cost: 9
            ),
        ])
        let (_, actions) = schedule.add(shape, at: 0)
        #expect(started(actions) == ["short with costly dependent"])
    }

    /// Runs of audio start beside the first chunks, one at a time, though their paths are the shortest.
    @Test func earlyJobsStartBesideTheFirstJobs() throws {
        var schedule = Schedule(width: 3, memory: 100)
        let chunks = (0..<5).map { JobDemand(id: "chunk\($0)", peakMemory: 1, cost: 5) }
        let runs = (0..<3).map {
            JobDemand(id: "run\($0)", peakMemory: 1, cost: 0.6, isEarly: true)
        }
        let (graph, actions) = schedule.add(try GraphShape(chunks + runs), at: 0)
        #expect(started(actions) == ["run0", "chunk0", "chunk1"])
        #expect(started(schedule.jobEnded("chunk0", of: graph, at: 5)) == ["chunk2"])
        #expect(started(schedule.jobEnded("run0", of: graph, at: 6)) == ["run1"])
        #expect(started(schedule.jobEnded("run1", of: graph, at: 7)) == ["run2"])
        #expect(started(schedule.jobEnded("run2", of: graph, at: 8)) == ["chunk3"])
        #expect(started(schedule.jobEnded("chunk1", of: graph, at: 9)) == ["chunk4"])
    }

    /// An early job that does not fit does not delay others, and starts with the last ones at the latest.
    @Test func earlyJobWaitsForMemory() throws {
        var schedule = Schedule(width: 2, memory: 10)
        let shape = try GraphShape([
            JobDemand(id: "a", peakMemory: 6, cost: 5), JobDemand(id: "b", peakMemory: 4, cost: 4),
            JobDemand(id: "early", peakMemory: 6, cost: 1, isEarly: true),
            JobDemand(id: "late", dependencies: ["early"], peakMemory: 1, cost: 0, isEarly: true),
        ])
        let (graph, actions) = schedule.add(shape, at: 0)
        #expect(started(actions) == ["early", "b"])
        #expect(started(schedule.jobEnded("b", of: graph, at: 1)) == [])
        #expect(started(schedule.jobEnded("early", of: graph, at: 2)) == ["late", "a"])
    }

    @Test func jobsWithEqualPathsStartInOrder() throws {
        var schedule = Schedule(width: 3, memory: 100)
        let (_, actions) = schedule.add(try shape("a", costs: [1, 1, 1]), at: 0)
        #expect(started(actions) == ["a0", "a1", "a2"])
    }

    @Test func graphWithLeastRemainingCostIsFirst() throws {
        var schedule = Schedule(width: 1, memory: 100)
        let (film, _) = schedule.add(try shape("film", costs: [100, 100]), at: 0)
        _ = schedule.add(try shape("clip", costs: [3]), at: 1)
        #expect(started(schedule.jobEnded("film0", of: film, at: 2)) == ["clip0"])
    }

    /// With short jobs first, the long one would run at the end, beside an idle slot.
    @Test(arguments: [(clips: 3, first: JobID("film0")), (clips: 4, first: "clip 0 0")])
    func lastJobsStartInTheOrderOfTheirPaths(clips: Int, first: JobID) throws {
        var schedule = Schedule(width: 2, memory: 100)
        let (blocker, _) = schedule.add(try shape("blocker", costs: [1, 1]), at: 0)
        _ = schedule.add(try shape("film", costs: [9]), at: 0)
        for clip in 0..<clips { _ = schedule.add(try shape("clip \(clip) ", costs: [3]), at: 0) }
        #expect(started(schedule.jobEnded("blocker0", of: blocker, at: 0)) == [first])
    }

    /// Long graphs are added continuously; the short one still starts.
    @Test func ageCountsAmongTheLastJobs() throws {
        var schedule = Schedule(width: 2, memory: 100, aging: 10)
        let (blocker, _) = schedule.add(try shape("blocker", costs: [1, 1]), at: 0)
        _ = schedule.add(try shape("clip", costs: [3]), at: 0)
        _ = schedule.add(try shape("film", costs: [9]), at: 30)
        #expect(started(schedule.jobEnded("blocker0", of: blocker, at: 30)) == ["clip0"])
    }

    @Test func priorityCountsAmongTheLastJobs() throws {
        var schedule = Schedule(width: 2, memory: 100)
        let (blocker, _) = schedule.add(try shape("blocker", costs: [1, 1]), at: 0)
        _ = schedule.add(try shape("film", costs: [9]), at: 0)
        _ = schedule.add(try shape("clip", costs: [3]), priority: 2, at: 0)
        #expect(started(schedule.jobEnded("blocker0", of: blocker, at: 0)) == ["clip0"])
    }

    @Test func costOfEndedJobsDoesNotCount() throws {
        var schedule = Schedule(width: 1, memory: 100)
        let (film, _) = schedule.add(try shape("film", costs: [100, 1]), at: 0)
        _ = schedule.add(try shape("clip", costs: [3]), at: 0)
        #expect(started(schedule.jobEnded("film0", of: film, at: 0)) == ["film1"])
    }

    @Test func eachUnitOfPriorityHalvesTheCost() throws {
        for (priority, first) in [(1, "small0"), (2, "large0")] {
            var schedule = Schedule(width: 1, memory: 100)
            let (blocker, _) = schedule.add(try shape("blocker", costs: [1]), at: 0)
            _ = schedule.add(try shape("large", costs: [30]), priority: priority, at: 0)
            _ = schedule.add(try shape("small", costs: [10]), at: 0)
            let actions = schedule.jobEnded("blocker0", of: blocker, at: 0)
            #expect(started(actions) == [JobID(first)])
        }
    }

    /// Clips of 30 s are added continuously; a film of 7200 s still starts within 8 aging intervals.
    @Test func longGraphDoesNotStarve() throws {
        var schedule = Schedule(width: 1, memory: 100, aging: 10)
        var (running, actions) = schedule.add(try shape("clip 0 ", costs: [30]), at: 0)
        _ = schedule.add(try shape("film", costs: [3600, 3600]), at: 0)
        var time = 0.0
        var clips = 0
        while started(actions) != ["film0"], time < 1000 {
            clips += 1
            time += 5
            let clip = schedule.add(try shape("clip \(clips) ", costs: [30]), at: time).graph
            actions = schedule.jobEnded("clip \(clips - 1) 0", of: running, at: time)
            running = clip
        }
        #expect(started(actions) == ["film0"])
        #expect((75...85).contains(time))
    }

    @Test func startOfJobResetsAging() throws {
        var schedule = Schedule(width: 1, memory: 100, aging: 10)
        let (blocker, _) = schedule.add(try shape("blocker", costs: [1]), at: 0)
        let (film, _) = schedule.add(try shape("film", costs: [100, 100]), at: 0)
        #expect(started(schedule.jobEnded("blocker0", of: blocker, at: 1000)) == ["film0"])
        _ = schedule.add(try shape("clip", costs: [3]), at: 1001)
        #expect(started(schedule.jobEnded("film0", of: film, at: 1002)) == ["clip0"])
    }

    @Test func firstFailureCancelsTheGraphAndAwaitsItsJobs() throws {
        var schedule = Schedule(width: 3, memory: 100)
        let (graph, _) = schedule.add(try shape("a", costs: [1, 1, 1, 1]), at: 0)
        #expect(
            schedule.jobFailed("a1", of: graph, at: 1)
                == [.cancel("a0", of: graph), .cancel("a2", of: graph)]
        )
        #expect(schedule.jobFailed("a2", of: graph, at: 2) == [])
        #expect(schedule.jobEnded("a0", of: graph, at: 3) == [.finish(graph, .failed("a1"))])
        #expect(schedule.graphs.isEmpty)
    }

    @Test func failureDoesNotAffectOtherGraphs() throws {
        var schedule = Schedule(width: 2, memory: 100)
        let (bad, _) = schedule.add(try shape("bad", costs: [1]), at: 0)
        let (_, _) = schedule.add(try shape("good", costs: [1, 1]), at: 0)
        let actions = schedule.jobFailed("bad0", of: bad, at: 1)
        #expect(actions.contains(.finish(bad, .failed("bad0"))))
        #expect(started(actions) == ["good1"])
    }

    @Test func cancelledGraphEndsAfterItsJobs() throws {
        var schedule = Schedule(width: 1, memory: 100)
        let (graph, _) = schedule.add(try shape("a", costs: [1, 1]), at: 0)
        #expect(schedule.cancel(graph, at: 1) == [.cancel("a0", of: graph)])
        #expect(schedule.cancel(graph, at: 2) == [])
        #expect(schedule.jobFailed("a0", of: graph, at: 3) == [.finish(graph, .cancelled)])
    }

    @Test func waitingGraphIsCancelledImmediately() throws {
        var schedule = Schedule(width: 1, memory: 100)
        _ = schedule.add(try shape("first", costs: [1]), at: 0)
        let (second, _) = schedule.add(try shape("second", costs: [1]), at: 0)
        #expect(schedule.cancel(second, at: 1) == [.finish(second, .cancelled)])
    }

    @Test func endOfJobThatDoesNotRunIsIgnored() throws {
        var schedule = Schedule(width: 1, memory: 100)
        let (graph, _) = schedule.add(try shape("a", costs: [1, 1]), at: 0)
        #expect(schedule.jobEnded("a1", of: graph, at: 1) == [])
        #expect(schedule.jobFailed("x", of: graph, at: 1) == [])
        #expect(schedule.runningCount == 1)
    }
}
