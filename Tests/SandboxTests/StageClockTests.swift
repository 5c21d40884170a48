import Foundation
import Testing

@testable import Sandbox

@Suite struct StageClockTests {
    /// Occupies this thread for an amount of its CPU time, in seconds.
    private func work(_ seconds: Double) {
        let end = now + seconds
        while now < end {}
    }

    private var now: Double {
        var time = timespec()
        #expect(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func innerStageInterruptsOuterStage() throws {
        let times = StageTimes()
        let clock = StageClock(times)
        clock.measure("outer") {
            clock.measure("inner") { work(0.05) }
            clock.measure("inner") { work(0.05) }
        }
        let (outer, inner) = try (
            #require(times.seconds["outer"]), #require(times.seconds["inner"])
        )
        #expect(inner >= 0.1 && outer >= 0 && outer < inner)
    }

    @Test func timesOfThreadsAreAdded() async throws {
        let times = StageTimes()
        await withTaskGroup { group in
            for stage in ["a", "a", "b"] {
                group.addTask { StageClock(times).measure(stage) { work(0.05) } }
            }
        }
        #expect(Set(times.seconds.keys) == ["a", "b"])
        #expect(try #require(times.seconds["a"]) >= 0.1 && #require(times.seconds["b"]) >= 0.05)
    }

    @Test func stageThatThrowsIsMeasured() {
        struct Failed: Error {}
        let times = StageTimes()
        #expect(throws: Failed.self) {
            try StageClock(times).measure("a") { throw Failed() }
        }
        #expect(times.seconds.keys.contains("a"))
    }
}
