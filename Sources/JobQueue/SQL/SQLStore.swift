internal import Foundation
internal import Synchronization

/// A queue in a database, in statements that both databases understand; one file for each part of a task's life cycle.
///
/// Transactions lock a job's row before the rows of its tasks, and those before a tenant's, which rules out deadlocks. Charges
/// come last: they lock a tenant's virtual finish time.
public final class SQLStore: QueueStore {
    public var name: String { database.name }
    let database: any SQLDatabase
    let policy: QueuePolicy
    let clocks: StoreClocks
    /// The shortest time between two updates of a virtual clock, in milliseconds.
    let clockStep: Int
    let throttle = Mutex(Throttle())
    let heartbeatMonitor = Mutex(HeartbeatMonitor())
    let clockMonitor = Mutex(ClockMonitor())

    /// Creates a store for a database whose schema has this program's version.
    package init(
        _ database: any SQLDatabase, policy: QueuePolicy, clocks: StoreClocks = .system,
        clockStep: Int = 200
    ) {
        self.database = database
        self.policy = policy
        self.clocks = clocks
        self.clockStep = clockStep
    }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability = .normal,
        _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        try await database.transaction(durability) { session in
            let charging = ChargingSession(session)
            let output = try body(charging)
            try charging.makeCharges()
            return output
        }
    }

    func noSuchJob(_ id: JobID) -> QueueError {
        QueueError(
            .noSuchJob, id.text, "\(database.name) has no such job",
            advice: "list the queue's jobs", condition: .noSuchJob)
    }
}

/// The last times of operations that one process performs rarely, because they are optimizations.
struct Throttle {
    /// The last update of each priority's virtual clock.
    var clockUpdates: [Int: ContinuousClock.Instant] = [:]
    /// The last claim that searched all ready tasks.
    var fullSearch: ContinuousClock.Instant?
    /// The last deletion of obsolete virtual finish times.
    var finishDeletion: ContinuousClock.Instant?
}

extension TaskFailure {
    /// Reads a stored failure; a version may have stored it in a format that this one does not know.
    init(json: String) {
        let read = try? JSONDecoder().decode(TaskFailure.self, from: Data(json.utf8))
        self =
            read
            ?? TaskFailure(
                .unknownTask, message: "the failure was stored by another version",
                advice: "check the logs of the workers", isPermanent: false)
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension SQLRow {
    func optionalFailure(_ column: String) throws(SQLDecodingError) -> TaskFailure? {
        try optionalText(column).map(TaskFailure.init(json:))
    }
}
