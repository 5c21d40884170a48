import JobQueue

/// The process ended at this step.
struct CrashError: Error {}

/// A process of the simulation, and the faults that affect it.
///
/// Safe because: the whole simulation runs in one task.
final class SimulatedProcess: @unchecked Sendable {
    enum Role { case worker, client }
    enum Delivery { case normal, lostReply, lostRequest, repeated }

    let name: String
    let role: Role
    var isUp = true
    /// The times until which the process is suspended or partitioned, in milliseconds.
    var pausedUntil: Int64 = 0
    var storePartitionUntil: Int64 = 0
    var storagePartitionUntil: Int64 = 0
    /// The fault of the next call.
    var delivery = Delivery.normal
    var isDrainRequested = false
    /// The present call.
    var operation = Operation.read
    /// The response that the model expects to the present call.
    var expected: Reply?

    init(_ name: String, _ role: Role) { (self.name, self.role) = (name, role) }
}

/// The store's database as one process reaches it.
struct ProcessDatabase: SQLDatabase {
    let world: World
    let process: SimulatedProcess
    var name: String { "simulation" }
    var dialect: SQLDialect { .sqlite }
    var dedicated: any SQLDatabase { self }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output { try execute(durability, isSingle: false, body) }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        try execute(durability, isSingle: true) { try $0.rows(statement, values) }
    }

    private func execute<Output>(
        _ durability: SQLDurability, isSingle: Bool, _ body: (any SQLSession) throws -> Output
    ) throws -> Output {
        guard world.violation == nil else { throw CrashError() }
        let isUnreachable = process.storePartitionUntil > world.clock.now
        if isUnreachable || process.delivery == .lostRequest { throw Self.unreachable }
        do {
            if durability == .read { return try body(MemorySession(database: world.database)) }
            var output = try commit(durability, isSingle: isSingle, body)
            if process.delivery == .repeated {
                output = try commit(durability, isSingle: isSingle, body)
            }
            if process.delivery == .lostReply {
                world.trace(process.name, "  reply lost")
                throw Self.unreachable
            }
            return output
        } catch let error as QueueError {
            throw error
        } catch let error as CrashError {
            throw error
        } catch {
            world.violate(.statement, "\(process.operation.name): \(error)")
            throw CrashError()
        }
    }

    private func commit<Output>(
        _ durability: SQLDurability, isSingle: Bool, _ body: (any SQLSession) throws -> Output
    ) throws -> Output {
        let session = NamingSession(database: world.database)
        let durability =
            world.mutant?.durability(durability, process.operation.name) ?? durability
        let (output, changes) = try world.database.transaction(
            isDurable: world.isDurable(durability), isSingle: isSingle
        ) { try body(session) }
        try world.committed(changes, session.first, by: process)
        return output
    }

    private static let unreachable = QueueError(
        .unreachable, "simulation", "the store is unreachable", advice: "")
}

/// A session that records the name of its first statement.
private final class NamingSession: SQLSession {
    let database: MemoryDatabase
    private(set) var first = ""

    init(database: MemoryDatabase) { self.database = database }

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        if first.isEmpty { first = statement.name }
        return try database.rows(statement, values)
    }
}
