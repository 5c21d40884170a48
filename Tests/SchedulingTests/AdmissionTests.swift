import Testing

@testable import Scheduling

/// The admission of jobs by their stated memory.
@Suite struct AdmissionTests {
    /// Jobs without dependencies, in the order of decreasing cost, in which they start.
    private func shape(_ name: String, memory: [Int]) throws -> GraphShape {
        try GraphShape(
            memory.enumerated().map { index, bytes in
                JobDemand(
                    id: "\(name)\(index)",
                    peakMemory: bytes,
                    cost: Double(memory.count - index)
                )
            }
        )
    }

    private func started(_ actions: [ScheduleAction]) -> [JobID] {
        actions.compactMap { action in
            if case .start(let job, _) = action { job } else { nil }
        }
    }

    @Test func sumOfStatedPeaksIsLimited() throws {
        var schedule = Schedule(width: 9, memory: 10)
        let (graph, actions) = schedule.add(try shape("a", memory: [4, 4, 4, 2, 1]), at: 0)
        #expect(started(actions) == ["a0", "a1", "a3"])
        #expect(schedule.memoryInUse == 10)
        #expect(started(schedule.jobEnded("a3", of: graph, at: 1)) == ["a4"])
    }

    @Test func jobLargerThanTheLimitRunsAlone() throws {
        var schedule = Schedule(width: 9, memory: 10)
        let (graph, actions) = schedule.add(try shape("a", memory: [.max, 0, 4]), at: 0)
        #expect(started(actions) == ["a0"])
        #expect(started(schedule.jobEnded("a0", of: graph, at: 1)) == ["a1", "a2"])
    }

    @Test func everyJobRunsWithoutMemory() throws {
        var schedule = Schedule(width: 2, memory: 0)
        let (graph, actions) = schedule.add(try shape("a", memory: [5, 5, 5]), at: 0)
        #expect(started(actions) == ["a0"])
        #expect(started(schedule.jobEnded("a0", of: graph, at: 1)) == ["a1"])
        #expect(started(schedule.jobEnded("a1", of: graph, at: 2)) == ["a2"])
    }

    /// One small job always runs, so the large one would never fit without a limit on skips.
    @Test(arguments: [10, 50])
    func largeJobIsSkippedALimitedNumberOfTimes(large: Int) throws {
        var schedule = Schedule(width: 2, memory: 10)
        let small = try shape("small", memory: Array(repeating: 1, count: 40))
        let (smalls, first) = schedule.add(small, at: 0)
        let (_, none) = schedule.add(try shape("large", memory: [large]), priority: 99, at: 0)
        #expect(started(first) == ["small0", "small1"] && none.isEmpty)
        var running = started(first)
        var skips = 0
        while running != ["large0"], let oldest = running.first, skips < 30 {
            running.removeFirst()
            let next = started(schedule.jobEnded(oldest, of: smalls, at: Double(skips)))
            skips += next.count
            running += next
        }
        #expect(running == ["large0"])
        #expect(skips == schedule.maximumWaits + 1)
    }

    @Test func slotsAreFreedWhenABlockingJobIsCancelled() throws {
        var schedule = Schedule(width: 2, memory: 10)
        let small = try shape("small", memory: Array(repeating: 1, count: 40))
        let (smalls, _) = schedule.add(small, at: 0)
        let (large, _) = schedule.add(try shape("large", memory: [10]), priority: 99, at: 0)
        for index in 0..<schedule.maximumWaits {
            _ = schedule.jobEnded("small\(index)", of: smalls, at: 1)
        }
        #expect(schedule.blocking != nil)
        #expect(schedule.jobEnded("small\(schedule.maximumWaits)", of: smalls, at: 1) == [])
        #expect(started(schedule.cancel(large, at: 2)).count == 1)
    }

    /// All random jobs end, and only a job alone exceeds the limit on memory.
    @Test(arguments: 0..<40)
    func everyJobOfEveryGraphRunsOnce(seed: Int) throws {
        var numbers = Numbers(state: UInt64(seed))
        var schedule = Schedule(width: Int.random(in: 1...4, using: &numbers), memory: 20)
        var running: [(job: JobID, graph: GraphID, memory: Int)] = []
        var demands: [GraphID: [JobID: JobDemand]] = [:]
        var ran: Set<String> = []
        var finished = 0
        var time = 0.0

        func take(_ actions: [ScheduleAction]) throws {
            for action in actions {
                switch action {
                case .start(let job, let graph):
                    #expect(ran.insert("\(graph) \(job)").inserted)
                    let demand = try #require(demands[graph]?[job])
                    running.append((job, graph, demand.peakMemory))
                case .cancel:
                    Issue.record("nothing was cancelled")
                case .finish(_, let outcome):
                    #expect(outcome == .completed)
                    finished += 1
                }
            }
            #expect(running.count <= schedule.width)
            #expect(running.count == 1 || running.reduce(0) { $0 + $1.memory } <= 20)
        }

        var total = 0
        for _ in 0..<6 {
            let jobs = (0..<Int.random(in: 0...9, using: &numbers)).map { index in
                let earlier = (0..<index).filter { _ in Bool.random(using: &numbers) }
                return JobDemand(
                    id: "\(index)",
                    dependencies: Set(earlier.map { "\($0)" }),
                    peakMemory: Int.random(in: 0...30, using: &numbers),
                    cost: Double.random(in: 0...100, using: &numbers)
                )
            }
            total += jobs.count
            let (graph, actions) = schedule.add(try GraphShape(jobs), at: time)
            demands[graph] = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
            try take(actions)
        }
        while !running.isEmpty {
            time += 1
            let next = running.remove(at: Int.random(in: running.indices, using: &numbers))
            try take(schedule.jobEnded(next.job, of: next.graph, at: time))
        }
        #expect(ran.count == total && finished == 6)
        #expect(schedule.memoryInUse == 0 && schedule.runningCount == 0)
    }

    /// The same numbers on every run (Knuth's MMIX generator, its upper half twice).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            var halves: [UInt64] = []
            for _ in 0..<2 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                halves.append(state >> 32)
            }
            return halves[0] << 32 | halves[1]
        }
    }
}
