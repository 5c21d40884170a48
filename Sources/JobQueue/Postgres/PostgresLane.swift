internal import Dispatch
internal import Synchronization

/// A thread with a connection of its own, opened when it is needed: libpq waits, and Swift's own threads must not.
///
/// Safe because `connection` is touched on the queue only, which does one thing at a time.
final class PostgresLane: @unchecked Sendable {
    private let address: PostgresAddress
    private let queue = DispatchQueue(label: "vtranscode.postgres")
    private var connection: PostgresConnection?
    private let stop = Mutex<StopFlag?>(nil)
    /// What waits or runs here, for choosing among lanes.
    let load = Atomic<Int>(0)

    init(_ address: PostgresAddress) { self.address = address }

    /// Carries out a body with the connection; whatever it throws but what it means to ends the connection.
    ///
    /// - Throws: `CancellationError` soon after the task is cancelled.
    func perform<Output: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Output
    ) async throws -> Output {
        let flag = StopFlag()
        load.add(1, ordering: .relaxed)
        defer { load.subtract(1, ordering: .relaxed) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(with: Result { try self.run(flag, body) })
                }
            }
        } onCancel: {
            flag.raise()
        }
    }

    private func run<Output>(
        _ flag: StopFlag, _ body: (PostgresConnection) throws -> Output
    ) throws -> Output {
        if flag.isRaised { throw CancellationError() }
        stop.withLock { $0 = flag }
        defer { stop.withLock { $0 = nil } }
        do {
            return try body(try opened())
        } catch {
            if !error.leavesConnection { connection = nil }
            throw error
        }
    }

    private func opened() throws -> PostgresConnection {
        if let connection { return connection }
        let new = try PostgresConnection.open(address) { [unowned self] in
            stop.withLock { $0?.isRaised ?? false }
        }
        connection = new
        return new
    }
}

extension Error {
    /// The connection that it came from is as good as before.
    var leavesConnection: Bool {
        if let failure = self as? PostgresFailure { return !failure.isLoss }
        return !(self is CancellationError)
    }
}

/// Says that nobody waits any more.
private final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    func raise() { flag.store(true, ordering: .relaxed) }
    var isRaised: Bool { flag.load(ordering: .relaxed) }
}
