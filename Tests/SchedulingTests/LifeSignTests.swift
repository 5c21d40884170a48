import Synchronization
import Testing

@testable import Scheduling

@Suite(.timeLimit(.minutes(1))) struct LifeSignTests {
    private func graph(
        _ id: JobID, _ work: @escaping @Sendable (JobContext) async throws -> Int
    ) throws -> JobGraph {
        var graph = JobGraph()
        try graph.add(TestJob(id: id, work: work))
        return graph
    }

    @Test func aJobShowsThatItGoesOn() async throws {
        let count = Mutex(0)
        let graph = try graph("a") { context in
            let before = count.withLock(\.self)
            context.showLife()
            context.report(0.5)
            return count.withLock(\.self) - before
        }
        try await LifeSigns.$handler.withValue({ count.withLock { $0 += 1 } }) {
            _ = try await Runner(width: 1, memory: 10).run(graph)
        }
        // Its start and its end besides.
        #expect(count.withLock(\.self) >= 4)
    }

    @Test func aGraphThatWaitsLivesByTheOther() async throws {
        let (running, done) = (Gate(), Gate())
        let first = try graph("first") { context in
            running.open()
            while !done.isOpen {
                context.showLife()
                await Task.yield()
            }
            return 1
        }
        let second = try graph("second") { _ in 2 }
        let runner = Runner(width: 1, memory: 10)
        async let ended = runner.run(first)
        await running.wait()
        let waits = Mutex(0)
        async let waited = LifeSigns.$handler.withValue({
            // The other one runs until this one has heard of it.
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
