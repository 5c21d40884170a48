import Foundation
import Testing

@testable import Sandbox

@Suite struct StageClockTests {
    /// Occupies this thread for an amount of its CPU time, in seconds.
    private func work(_ seconds: Double) {
        let end = clock() + clock_t(seconds * Double(CLOCKS_PER_SEC))
        while clock() < end {}
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
        #expect(inner > 0 && outer >= 0 && outer < inner)
    }

    @Test func timesOfThreadsAreAdded() async {
        let times = StageTimes()
        await withTaskGroup { group in
            for stage in ["a", "a", "b"] {
                group.addTask { StageClock(times).measure(stage) { work(0.05) } }
            }
        }
        #expect(Set(times.seconds.keys) == ["a", "b"])
        #expect(times.seconds.values.allSatisfy { $0 > 0 })
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
