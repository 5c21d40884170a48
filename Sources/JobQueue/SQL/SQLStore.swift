internal import Foundation
internal import Synchronization

/// The queue over a database: the statements that both databases understand, one file for each part of a task's life.
///
/// Transactions lock a job's row before those of its tasks, and those before a tenant's: so none waits for another in a ring.
public final class SQLStore: QueueStore {
    public var name: String { database.name }
    let database: any SQLDatabase
    let policy: QueuePolicy
    /// Milliseconds between two moves of a lane's clock, at least.
    let clockStep: Int
    /// What this process knows of the lanes, to say less about them.
    let lanes = Mutex(KnownLanes())
    let silentWorkers = Mutex(SilentWorkers())

    /// A store over a database whose schema is this program's.
    init(_ database: any SQLDatabase, policy: QueuePolicy, clockStep: Int = 200) {
        self.database = database
        self.policy = policy
        self.clockStep = clockStep
    }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability = .normal,
        _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        try await database.transaction(durability, body)
    }

    func noSuchJob(_ id: JobID) -> QueueError {
        QueueError(
            .noSuchJob, id.text, "\(database.name) has no such job",
            advice: "look at `vtranscode queue list`")
    }
}

/// When each lane's clock was last moved, all lanes searched from their beginnings, and tenants' shares of them forgotten.
struct KnownLanes {
    var moved: [Int: ContinuousClock.Instant] = [:]
    var searched: ContinuousClock.Instant?
    var swept: ContinuousClock.Instant?
}

extension TaskFailure {
    /// One that was written into a queue; another version may have done so in words of its own.
    init(json: String) {
        let read = try? JSONDecoder().decode(TaskFailure.self, from: Data(json.utf8))
        self =
            read
            ?? TaskFailure(
                .unknownTask, message: "why it failed was written by another version",
                advice: "look at the logs of workers", isPermanent: false)
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
