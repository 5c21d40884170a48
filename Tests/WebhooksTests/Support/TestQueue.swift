import Foundation
import JobQueue
import TestSupport

/// A queue in a temporary folder.
struct TestQueue {
    let store: any QueueStore
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder("queue")
        store = try await QueueURL("sqlite:\(folder.url.path)/queue.db").open(
            policy: QueuePolicy(leaseDuration: 3600))
    }
}
