internal import Dispatch
internal import Synchronization

/// A thread with a connection that is opened on demand: libpq blocks, which threads of the cooperative pool must not.
///
/// Safe because only the serial queue accesses `connection`.
final class PostgresThread: @unchecked Sendable {
    private let address: PostgresAddress
    private let timelines: TimelineMemory
    private let queue = DispatchQueue(label: "vtranscode.postgres")
    private var connection: PostgresConnection?
    private let stop = Mutex<StopFlag?>(nil)
    /// The number of bodies that wait or run, for load balancing.
    let load = Atomic<Int>(0)

    init(_ address: PostgresAddress, _ timelines: TimelineMemory) {
        self.address = address
        self.timelines = timelines
    }

    /// Runs a body with the connection, and closes the connection after an error that makes it unusable.
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
            if !error.keepsConnection { connection = nil }
            throw error
        }
    }

    private func opened() throws -> PostgresConnection {
        if let connection { return connection }
        let new = try PostgresConnection.open(address, timelines) { [unowned self] in
            stop.withLock { $0?.isRaised ?? false }
        }
        connection = new
        return new
    }
}

extension Error {
    /// Whether the connection is usable after the error.
    var keepsConnection: Bool {
        if let error = self as? PostgresError { return !error.isConnectionLost }
        return !(self is CancellationError)
    }
}

/// A flag that is raised when the caller is cancelled.
private final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    func raise() { flag.store(true, ordering: .relaxed) }
    var isRaised: Bool { flag.load(ordering: .relaxed) }
}
