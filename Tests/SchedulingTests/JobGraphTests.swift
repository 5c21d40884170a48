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
        #expect(throws: JobGraphError.duplicate("a")) { try graph.add(job("a")) }
    }

    @Test func missingDependencyIsRejected() throws {
        var graph = JobGraph()
        try graph.add(job("a", after: ["x"]))
        #expect(throws: JobGraphError.unknownDependency("x", of: "a")) { try graph.shape() }
    }

    @Test func cycleIsReportedWithoutItsDependents() throws {
        var graph = JobGraph()
        try graph.add(job("dependent", after: ["a"]))
        try graph.add(job("a", after: ["b"]))
        try graph.add(job("b", after: ["a", "before"]))
        try graph.add(job("before"))
        #expect(throws: JobGraphError.cycle(["a", "b"])) { try graph.shape() }
    }

    @Test func dependencyOnItselfIsACycle() throws {
        var graph = JobGraph()
        try graph.add(job("a", after: ["a"]))
        #expect(throws: JobGraphError.cycle(["a"])) { try graph.shape() }
    }

    @Test(arguments: [(-1, 0.0), (0, -1.0), (0, .infinity), (0, .nan)])
    func invalidEstimatesAreRejected(memory: Int, cost: Double) throws {
        let demand = JobDemand(id: "a", peakMemory: memory, cost: cost)
        #expect(throws: JobGraphError.invalidEstimate("a")) { try GraphShape([demand]) }
    }
}
