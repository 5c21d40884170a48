import Foundation

@testable import JobQueue

extension SQLStore {
    /// Lets a number of workers complete all tasks.
    ///
    /// Workers release leases that they do not know because a response was lost.
    func completeAllTasks(by workers: Int, onEach: @escaping @Sendable () async throws -> Void = {})
        async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    let worker = try await self.worker()
                    while true {
                        for task in try await self.claim(worker, count: 3) {
                            _ = try await self.complete(task.lease, result: nil, adding: [])
                            try await onEach()
                        }
                        for status in try await self.heartbeat(worker).leases {
                            _ = try await self.release(status.lease)
                        }
                        let open = try await self.stats().jobs
                        if open[.queued] == nil, open[.processing] == nil { return }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Runs a statement of a test.
    @discardableResult
    func sql(_ text: SQLText, _ values: [SQLValue] = []) async throws -> [SQLRow] {
        try await database.single(.normal, SQLStatement("test", text), values)
    }
}
