import Testing

@testable import vtranscode

@Suite struct WaitObstaclesTests {
    @Test func eachIsToldWhenItBecomesSo() {
        var obstacles = WaitObstacles()
        func told(_ silences: [Double], _ isPaused: Bool) -> [Bool] {
            let news = obstacles.news(silences: silences, isPaused: isPaused)
            return ["no worker", "paused"].map { word in news.contains { $0.contains(word) } }
        }
        #expect(told([0.4], false) == [false, false])
        // The last worker is gone without a word, and is given up after its lease.
        #expect(told([14], false) == [false, false])
        #expect(told([16, 900], false) == [true, false])
        #expect(told([], false) == [false, false])
        #expect(told([], true) == [false, true])
        #expect(told([1, 900], true) == [false, false])
        #expect(told([], false) == [true, false])
    }
}
