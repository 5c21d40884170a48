import JobQueue
import Testing

@testable import Worker

@Suite struct StallDetectorTests {
    private let start = ContinuousClock.now
    private let lease: Lease

    init() throws {
        var generator = SystemRandomNumberGenerator()
        let job = JobID(milliseconds: 0, using: &generator)
        lease = Lease(job: job, task: 1, fencingToken: 1, worker: 1)
    }

    private func isStalled(
        _ detector: inout StallDetector, _ second: Int, count: Int = 0, timeout: Int = 120
    ) -> Bool {
        let observation = StallDetector.Observation(count: count, timeout: .seconds(timeout))
        return !detector.observe([lease: observation], at: start + .seconds(second)).isEmpty
    }

    @Test func pauseBeyondTimeoutIsFound() {
        var detector = StallDetector()
        let found = (0...200).filter { isStalled(&detector, $0) }
        #expect(found == Array(121...200))
    }

    @Test func estimateExtendsTheTimeout() {
        var detector = StallDetector()
        #expect(!(0...720).contains { isStalled(&detector, $0, timeout: 120 + 600) })
        #expect(isStalled(&detector, 721, timeout: 120 + 600))
        // A step with a longer estimate starts.
        #expect(!isStalled(&detector, 722, count: 1, timeout: 5000))
    }

    @Test func activityRestartsTheTimeout() {
        var detector = StallDetector()
        #expect(!(0...1000).contains { isStalled(&detector, $0, count: $0 / 100) })
    }

    @Test func timeWithoutObservationDoesNotCount() {
        var detector = StallDetector()
        let seconds = (0...10).map { $0 * 3600 } + [36_005]
        #expect(!seconds.contains { isStalled(&detector, $0) })
    }

    @Test func stepsHaveTheirOwnEstimates() {
        let activity = AttemptActivity(expecting: 30)
        #expect(activity.latest == (0, 30))
        activity.record()
        #expect(activity.latest == (1, 30))
        activity.expect(100)
        #expect(activity.latest == (2, 100))
        activity.expect(1)
        #expect(activity.latest == (3, 30))
    }
}
