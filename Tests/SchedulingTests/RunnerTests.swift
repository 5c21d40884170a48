import Errors
import Foundation
import Synchronization
import Testing

@testable import Scheduling

@Suite(.timeLimit(.minutes(1))) struct RunnerTests {
    @Test func resultsAreTypedAndPassedToDependents() async throws {
        var graph = JobGraph()
        let seven = try graph.add(TestJob(id: "seven") { _ in 7 })
        let text = try graph.add(
            TestJob(id: "text", dependencies: [seven.id]) { context in
                "\(try context.results[seven])"
            }
        )
        let result = try await Runner(width: 2, memory: 10).run(graph)
        #expect(try result[seven] == 7)
        #expect(try result[text] == "7")
    }

    @Test func jobGetsResultsOfItsDependenciesOnly() async throws {
        var graph = JobGraph()
        let a = try graph.add(TestJob(id: "a") { _ in 1 })
        let b = try graph.add(TestJob(id: "b", dependencies: [a.id]) { _ in 2 })
        let seen = try graph.add(
            TestJob(id: "c", dependencies: [b.id]) { context in
                #expect(throws: InternalError.self) { try context.results[a] }
                return try context.results[b]
            }
        )
        #expect(try await Runner(width: 2, memory: 10).run(graph)[seen] == 2)
    }

    @Test func invalidGraphIsRejected() async throws {
        var graph = JobGraph()
        try graph.add(TestJob(id: "a", dependencies: ["a"]) { _ in 1 })
        let error = await #expect(throws: InternalError.self) {
            try await Runner(width: 1, memory: 1).run(graph)
        }
        #expect(error?.message == "jobs depend on one another: a")
    }

    @Test func blockingBodyRunsInJob() async throws {
        var graph = JobGraph()
        let job = try graph.add(
            TestJob(id: "a") { context in try await context.blocking { _ in 5 } }
        )
        #expect(try await Runner(width: 1, memory: 1).run(graph)[job] == 5)
    }

    @Test func firstFailureCancelsOtherJobsAndIsThrown() async throws {
        let running = Latch()
        let ended = Latch()
        var graph = JobGraph()
        try graph.add(
            TestJob(id: "slow") { context in
                running.open()
                await Latch().wait()
                ended.open()
            }
        )
        try graph.add(
            TestJob(id: "bad") { _ in
                await running.wait()
                throw TestError()
            }
        )
        try graph.add(
            TestJob(id: "after", dependencies: ["bad"]) { _ in Issue.record("the job ran") }
        )
        let failure = await #expect(throws: JobError.self) {
            try await Runner(width: 2, memory: 10).run(graph)
        }
        #expect(failure?.job == "bad")
        #expect(failure?.cause as? TestError == TestError())
        #expect(ended.isOpen)
    }

    @Test func cancellationStopsJobsAndAwaitsThem() async throws {
        let running = Latch()
        let ended = Latch()
        var graph = JobGraph()
        try graph.add(
            TestJob(id: "a") { context in
                try await context.blocking { cancellation in
                    running.open()
                    while !cancellation.isCancelled { sched_yield() }
                    ended.open()
                    try cancellation.check()
                }
            }
        )
        try graph.add(TestJob(id: "b", dependencies: ["a"]) { _ in Issue.record("the job ran") })
        let task = Task { [graph] in try await Runner(width: 1, memory: 1).run(graph) }
        await running.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ended.isOpen)
    }

    @Test func cancelledTaskStartsNoJob() async throws {
        var graph = JobGraph()
        try graph.add(TestJob(id: "a") { _ in Issue.record("the job ran") })
        let task = Task { [graph] in
            await Latch().wait()
            _ = try await Runner(width: 1, memory: 1).run(graph)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func concurrentGraphsShareTheWidth() async throws {
        let runner = Runner(width: 3, memory: 100)
        let counter = ConcurrencyCounter()
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    var graph = JobGraph()
                    for index in 0..<10 {
                        try graph.add(
                            TestJob(id: "\(index)") { context in
                                counter.enter()
                                try await context.blocking { _ in }
                                counter.leave()
                            }
                        )
                    }
                    _ = try await runner.run(graph)
                }
            }
            try await group.waitForAll()
        }
        #expect((1...3).contains(counter.maximum))
    }

    @Test func shortGraphOvertakesLongOne() async throws {
        let runner = Runner(width: 1, memory: 10)
        let running = Latch()
        let release = Latch()
        let order = Mutex<[String]>([])
        var film = JobGraph()
        for index in 0..<3 {
            try film.add(
                TestJob(id: "film \(index)", cost: 1000) { _ in
                    running.open()
                    await release.wait()
                    order.withLock { $0.append("film") }
                }
            )
        }
        var clip = JobGraph()
        try clip.add(TestJob(id: "clip") { _ in order.withLock { $0.append("clip") } })
        let long = Task { [film] in try await runner.run(film) }
        await running.wait()
        let short = Task { [clip] in try await runner.run(clip) }
        while await runner.graphCount < 2 { await Task.yield() }
        release.open()
        _ = try await (long.value, short.value)
        #expect(order.withLock { $0 } == ["film", "clip", "film", "film"])
    }

    @Test func reportHasTimesOfJobs() async throws {
        let clock = ManualClock()
        var graph = JobGraph()
        for (name, after, seconds) in [("a", [], 2), ("b", ["a"], 5), ("c", ["a"], 1)] {
            try graph.add(
                TestJob(
                    id: JobID(name),
                    dependencies: Set(after.map { JobID($0) }),
                    peakMemory: 3
                ) { context in
                    clock.advance(by: .seconds(seconds))
                    for part in 0..<seconds where name != "c" {
                        context.report(
                            cpuSeconds: Double(part), stages: name == "b" ? ["decode": 1] : [:])
                    }
                }
            )
        }
        let report = try await Runner(width: 1, memory: 9, clock: clock).run(graph).report
        #expect(report.jobs.map(\.queued) == [0, 2, 2])
        #expect(report.jobs.map(\.started) == [0, 2, 7])
        #expect(report.jobs.map(\.ended) == [2, 7, 8])
        #expect(report.jobs.map(\.peakMemory) == [3, 3, 3])
        #expect(report.jobs.map(\.dependencies) == [[], ["a"], ["a"]])
        #expect(report.jobs.map(\.expectedCPUSeconds) == [1, 1, 1])
        #expect(report.jobs.map(\.cpuSeconds) == [1, 10, nil])
        #expect(report.jobs.map(\.stages) == [nil, ["decode": 5], nil])
        #expect(report.criticalPath == ["a", "b"])
        #expect(report.criticalSeconds == 7)
        #expect(report.busySeconds == 8)
        #expect(report.wallSeconds == 8)
    }
}
