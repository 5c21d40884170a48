import JobQueue
import Testing

@testable import Worker

@Suite struct TaskWatchTests {
    private let start = ContinuousClock.now
    private let lease: Lease

    init() throws {
        var generator = SystemRandomNumberGenerator()
        let job = JobID(milliseconds: 0, using: &generator)
        lease = Lease(job: job, task: 1, epoch: 1, worker: 1)
    }

    private func look(
        _ watch: inout TaskWatch, _ second: Int, count: Int = 0, limit: Int = 120
    ) -> Bool {
        let sign = TaskWatch.Sign(count: count, limit: .seconds(limit))
        return !watch.look(at: [lease: sign], start + .seconds(second)).isEmpty
    }

    @Test func silenceBeyondTheLimitIsFound() {
        var watch = TaskWatch()
        let found = (0...200).filter { look(&watch, $0) }
        #expect(found == Array(121...200))
    }

    @Test func estimateIsPartOfTheLimit() {
        var watch = TaskWatch()
        #expect(!(0...720).contains { look(&watch, $0, limit: 120 + 600) })
        #expect(look(&watch, 721, limit: 120 + 600))
        // A part that is expected to take long begins: it has the time.
        #expect(!look(&watch, 722, count: 1, limit: 5000))
    }

    @Test func anySignBeginsAnew() {
        var watch = TaskWatch()
        #expect(!(0...1000).contains { look(&watch, $0, count: $0 / 100) })
    }

    @Test func timeInWhichTheWorkerStoodStillDoesNotCount() {
        var watch = TaskWatch()
        let looks = (0...10).map { $0 * 3600 } + [36_005]
        #expect(!looks.contains { look(&watch, $0) })
    }

    @Test func partsOfAnAttemptAreWatchedByTheirOwnExpectation() {
        let signs = SignsOfLife(expecting: 30)
        #expect(signs.latest == (0, 30))
        signs.show()
        #expect(signs.latest == (1, 30))
        signs.expect(100)
        #expect(signs.latest == (2, 100))
        signs.expect(1)
        #expect(signs.latest == (3, 30))
    }
}
