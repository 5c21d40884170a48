import Synchronization
import Testing

@testable import Scheduling

@Suite(.timeLimit(.minutes(1))) struct LivenessTests {
    private func graph(
        _ id: JobID, _ operation: @escaping @Sendable (JobContext) async throws -> Int
    ) throws -> JobGraph {
        var graph = JobGraph()
        try graph.add(TestJob(id: id, operation: operation))
        return graph
    }

    @Test func jobSendsLivenessSignals() async throws {
        let count = Mutex(0)
        let graph = try graph("a") { context in
            let before = count.withLock(\.self)
            context.reportLiveness()
            context.report(0.5)
            return count.withLock(\.self) - before
        }
        try await Liveness.$handler.withValue({ count.withLock { $0 += 1 } }) {
            _ = try await Runner(width: 1, memory: 10).run(graph)
        }
        // Also at its start and its end.
        #expect(count.withLock(\.self) >= 4)
    }

    @Test func waitingGraphGetsLivenessOfRunningGraph() async throws {
        let (running, done) = (Latch(), Latch())
        let first = try graph("first") { context in
            running.open()
            while !done.isOpen {
                context.reportLiveness()
                await Task.yield()
            }
            return 1
        }
        let second = try graph("second") { _ in 2 }
        let runner = Runner(width: 1, memory: 10)
        async let ended = runner.run(first)
        await running.wait()
        let waits = Mutex(0)
        async let waited = Liveness.$handler.withValue({
            // The first graph runs until the second one gets a signal.
            if waits.withLock({
                $0 += 1; return $0
            }) == 1 {
                done.open()
            }
        }) { try await runner.run(second) }
        _ = try await (ended, waited)
        #expect(waits.withLock(\.self) >= 1)
    }
}
