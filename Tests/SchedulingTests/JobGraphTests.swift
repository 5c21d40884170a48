import Errors
import Scheduling
import Testing

@Suite struct JobGraphTests {
    private func job(_ id: JobID, after dependencies: Set<JobID> = []) -> TestJob<Int> {
        TestJob(id: id, dependencies: dependencies) { _ in 0 }
    }

    @Test func jobsMayBeAddedBeforeTheirDependencies() throws {
        var graph = JobGraph()
        try graph.add(job("b", after: ["a"]))
        try graph.add(job("a"))
        #expect(try graph.shape().jobs.map(\.id) == ["b", "a"])
    }

    @Test func duplicateNameIsRejected() throws {
        var graph = JobGraph()
        try graph.add(job("a"))
        let error = #expect(throws: InternalError.self) { try graph.add(job("a")) }
        #expect(error?.message == "two jobs are named a")
    }

    @Test func missingDependencyIsRejected() throws {
        var graph = JobGraph()
        try graph.add(job("a", after: ["x"]))
        let error = #expect(throws: InternalError.self) { try graph.shape() }
        #expect(error?.message == "a depends on x, which is not in the graph")
    }

    @Test func cycleIsReportedWithoutItsDependents() throws {
        var graph = JobGraph()
        try graph.add(job("dependent", after: ["a"]))
        try graph.add(job("a", after: ["b"]))
        try graph.add(job("b", after: ["a", "before"]))
        try graph.add(job("before"))
        let error = #expect(throws: InternalError.self) { try graph.shape() }
        #expect(error?.message == "jobs depend on one another: a → b")
    }

    @Test func dependencyOnItselfIsACycle() throws {
        var graph = JobGraph()
        try graph.add(job("a", after: ["a"]))
        let error = #expect(throws: InternalError.self) { try graph.shape() }
        #expect(error?.message == "jobs depend on one another: a")
    }

    @Test(arguments: [(-1, 0.0), (0, -1.0), (0, .infinity), (0, .nan)])
    func invalidEstimatesAreRejected(memory: Int, cost: Double) throws {
        let demand = JobDemand(id: "a", peakMemory: memory, cost: cost)
        let error = #expect(throws: InternalError.self) { try GraphShape([demand]) }
        #expect(error?.message == "a states a memory or cost that is negative or not finite")
    }
}
