import Testing

@testable import vtranscode

@Suite struct WaitObstaclesTests {
    @Test func newConditionIsReportedOnce() {
        var obstacles = WaitObstacles()
        func reported(_ ages: [Double], _ isPaused: Bool) -> [Bool] {
            let lines = obstacles.update(heartbeatAges: ages, isPaused: isPaused)
            return ["no worker", "paused"].map { word in lines.contains { $0.contains(word) } }
        }
        #expect(reported([0.4], false) == [false, false])
        // The lease of the last worker expires.
        #expect(reported([14], false) == [false, false])
        #expect(reported([16, 900], false) == [true, false])
        #expect(reported([], false) == [false, false])
        #expect(reported([], true) == [false, true])
        #expect(reported([1, 900], true) == [false, false])
        #expect(reported([], false) == [true, false])
    }
}
