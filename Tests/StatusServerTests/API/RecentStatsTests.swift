import JobQueue
import TestSupport
import Testing

@testable import StatusServer

@Suite struct RecentStatsTests {
    @Test func theStoreCountsOnceASecond() async throws {
        let folder = try TemporaryFolder("queue")
        let store = try await QueueURL("sqlite:" + folder.database).open()
        let (recent, now) = (RecentStats(store), ContinuousClock.now)
        #expect(try await recent.stats(at: now).jobs[.queued] == nil)
        try await store.add("/in/a.mp4")
        #expect(try await recent.stats(at: now + .milliseconds(999)).jobs[.queued] == nil)
        #expect(try await recent.stats(at: now + .seconds(1)).jobs[.queued] == 1)
    }
}
