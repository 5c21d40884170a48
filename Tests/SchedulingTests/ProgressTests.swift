import Scheduling
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ProgressTests {
    /// Runs the graph on one core and returns every progress that it reports.
    private func progress(of graph: JobGraph) async throws -> [GraphProgress] {
        let reports = Mutex<[GraphProgress]>([])
        _ = try await Runner(width: 1, memory: 10).run(graph) { progress in
            reports.withLock { $0.append(progress) }
        }
        return reports.withLock { $0 }
    }

    @Test func jobsCountByCostAndFraction() async throws {
        var graph = JobGraph()
        try graph.add(TestJob(id: "large", cost: 3) { context in context.report(0.5) })
        try graph.add(TestJob(id: "small", cost: 1) { _ in })
        let reports = try await progress(of: graph)
        #expect(reports.map(\.fraction) == [0.375, 0.75, 1, 1])
        #expect(reports.first?.jobs == ["large": 0.5])
    }

    @Test func progressIsMonotonicAndAtMostOne() async throws {
        var graph = JobGraph()
        try graph.add(
            TestJob(id: "a") { context in
                for fraction in [0.5, 0.25, .nan, -1, 0.5, 7, 0.9] { context.report(fraction) }
            }
        )
        #expect(try await progress(of: graph).map(\.fraction) == [0.5, 1, 1])
    }

    @Test func manySmallIncreasesEndAtOne() async throws {
        var graph = JobGraph()
        for job in 0..<7 {
            try graph.add(
                TestJob(id: "\(job)", cost: 0.1) { context in
                    for number in 1...1000 { context.report(Double(number) / 1000) }
                }
            )
        }
        let fractions = try await progress(of: graph).map(\.fraction)
        #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(fractions.last == 1)
    }

    @Test func jobsWithoutCostCountEqually() async throws {
        var graph = JobGraph()
        for job in 0..<4 { try graph.add(TestJob(id: "\(job)", cost: 0) { _ in }) }
        #expect(try await progress(of: graph).map(\.fraction) == [0.25, 0.5, 0.75, 1, 1])
    }

    @Test func reportsAfterTheEndAreIgnored() async throws {
        let retained = Mutex<JobContext?>(nil)
        let reported = Latch()
        var graph = JobGraph()
        try graph.add(
            TestJob(id: "bad") { context in
                retained.withLock { $0 = context }
                throw TestError()
            }
        )
        await #expect(throws: JobError.self) {
            try await Runner(width: 1, memory: 1).run(graph) { _ in reported.open() }
        }
        retained.withLock { $0 }?.report(0.5)
        #expect(!reported.isOpen)
    }
}
