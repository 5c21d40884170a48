import JobQueue
import class Scheduling.Latch
import Testing

@testable import Worker

/// The CPU time of attempts, which workers report to the queue with each outcome.
@Suite struct CPUTimeTests {
    @Test(arguments: [("use 3 2.5", 5.5), ("use 3 4 refused", 7), ("use 3 nan -1 inf", 3)])
    func outcomeHasMeasuredTime(payload: String, seconds: Double) async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit(payload)
        try await bench.run(bench.worker(ScriptedPerformer())) {
            try await bench.state(job)?.isFinal == true
        }
        #expect(try await bench.cpuTime(job).reported == seconds)
    }

    @Test func releasedTaskHasMeasuredTime() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("use 3 stopped")
        let counts = WorkerCounts()
        try await bench.run(bench.worker(ScriptedPerformer(), counts: counts)) {
            (counts.snapshot.attempts["test"]?.outcomes[.released] ?? 0) > 0
        }
        #expect(try await bench.cpuTime(job).reported == 3)
    }

    @Test func timeIsUnknownWithoutMeasurement() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("quick")
        try await bench.run(bench.worker(ScriptedPerformer())) {
            try await bench.state(job) == .completed
        }
        let time = try await bench.cpuTime(job)
        #expect(time.reported == nil && time.expected == 1)
    }

    /// A plan replaces the estimate of the submission while the task runs.
    @Test func planIsReportedBeforeTheEnd() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("plan")
        let performer = PlanningPerformer()
        try await bench.run(bench.worker(performer)) {
            if try await bench.cpuTime(job).expected == 100 { performer.latch.open() }
            return try await bench.state(job) == .completed
        }
        #expect(try await bench.cpuTime(job).reported == 8)
    }

    @Test func attemptAddsValidTimes() {
        let activity = AttemptActivity(expecting: 1)
        #expect(activity.cpuSeconds == nil)
        #expect(activity.addCPUTime(.nan) == nil)
        #expect(activity.addCPUTime(0.5) == 0.5)
        #expect(activity.addCPUTime(-3) == 0.5)
        #expect(activity.addCPUTime(1) == 1.5)
        #expect(activity.latest.count == 4)
    }
}
