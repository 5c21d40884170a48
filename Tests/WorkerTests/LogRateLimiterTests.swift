import Testing

@testable import Worker

@Suite struct LogRateLimiterTests {
    @Test func rateLimitedWarningIsDueOnceAnHour() {
        var limiter = LogRateLimiter()
        let start = ContinuousClock.now
        let results = [("a", 0), ("a", 3599), ("b", 3599), ("a", 3600)].map { key, seconds in
            limiter.isDue(key, now: start + .seconds(seconds))
        }
        #expect(results == [true, false, true, true])
    }
}
