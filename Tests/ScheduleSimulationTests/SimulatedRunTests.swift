import Testing

@testable import ScheduleSimulation

@Suite struct SimulatedRunTests {
    private func job(
        _ id: String, _ cpuSeconds: Double, after dependencies: [String] = [],
        parallelism: Double = 1, memory: Int = 1
    ) -> SimulatedJob {
        SimulatedJob(
            id: id, dependencies: dependencies, peakMemory: memory,
            expectedCPUSeconds: cpuSeconds, cpuSeconds: cpuSeconds, parallelism: parallelism)
    }

    private func run(_ jobs: [SimulatedJob], cores: Int, memory: Int = 100) throws -> SimulatedRun {
        try SimulatedRun([SimulatedGraph(jobs: jobs)], cores: cores, memory: memory)
    }

    /// The longest job first, and dependent jobs after theirs.
    @Test func jobsRunInTheOrderOfTheSchedule() throws {
        let jobs = [job("a", 1), job("b", 4), job("c", 2), job("d", 1, after: ["a", "b", "c"])]
        let run = try run(jobs, cores: 2)
        let started = Dictionary(uniqueKeysWithValues: run.jobs.map { ($0.id, $0.started) })
        #expect(started == ["b": 0, "c": 0, "a": 2, "d": 4])
        #expect(run.jobs.last?.ended == 5)
        #expect(run.loads.map(\.cores) == [2, 2, 1, 1])
        #expect(run.loads.map(\.end) == [2, 3, 4, 5])
    }

    /// A job with threads uses cores that others leave, up to its parallelism.
    @Test func lastJobUsesIdleCores() throws {
        let jobs = [job("a", 2, parallelism: 3), job("b", 8, parallelism: 3)]
        let run = try run(jobs, cores: 4)
        // Two cores each for 1 s; then b has 6 s left on three cores.
        #expect(run.jobs.map(\.ended) == [1, 3])
        #expect(run.loads.map(\.cores) == [4, 3])
    }

    @Test func memoryLimitsTheJobsAtATime() throws {
        let run = try run((0..<3).map { job("\($0)", 1, memory: 50) }, cores: 8)
        #expect(run.jobs.map(\.ended) == [1, 1, 2])
    }

    private static let shares: [(parallelism: [Double], cores: Double, rates: [Double])] = [
        ([1, 1], 4, [1, 1]), ([3, 3], 4, [2, 2]), ([1, 5], 4, [1, 3]),
        ([5, 1, 5], 4, [1.5, 1, 1.5]), ([2, 2, 2, 2], 2, [0.5, 0.5, 0.5, 0.5]),
    ]

    @Test(arguments: shares)
    func coresAreSharedEvenly(parallelism: [Double], cores: Double, rates: [Double]) {
        #expect(SimulatedRun.rates(parallelism, cores: cores) == rates)
    }
}
