internal import CLibPQ
internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A connection to a server, used on one thread at a time.
///
/// Statements whose rows are not needed are sent together with the next one whose rows are, in libpq's pipeline mode. Waiting is
/// divided into slices, so that it ends soon after a cancellation, and it is limited by `responseTimeout`.
///
/// Safe because the handle is created and freed with the object, and no other object uses it.
@safe final class PostgresConnection {
    private let handle: OpaquePointer
    private let isCancelled: () -> Bool
    /// Names of prepared statements, by the statements and the types of their values.
    private var prepared: [PreparedKey: String] = [:]
    /// The prepared statements whose preparation the server has not confirmed.
    private var unconfirmed: [PreparedKey] = []
    private var names = 0
    /// Whether the rows are needed, for each statement that was sent and has no result yet.
    private var needsRows: [Bool] = []

    private struct PreparedKey: Hashable {
        let statement: SQLStatement
        let types: [Oid]

        /// Hashes only the name, which differs for nearly all statements and is much shorter than the text.
        func hash(into hasher: inout Hasher) { hasher.combine(statement.name) }
    }

    /// The server's timeouts for a statement and for an idle transaction, in seconds.
    private static let (statementTimeout, idleTimeout) = (20, 5)
    /// The default of `responseTimeout`, in seconds.
    static let defaultResponseTimeout = 30.0
    /// The timeout for the next results, in seconds.
    var responseTimeout = PostgresConnection.defaultResponseTimeout
    /// The timeout for a row's lock, in seconds: a suspended process that holds the lock delays others no longer.
    private static let lockTimeout = 5
    /// The longest wait between two checks for cancellation, in milliseconds.
    private static let waitSlice: Int32 = 200

    /// Connects to the first usable host.
    ///
    /// - Throws: The `PostgresError` of the last host, `QueueError` for an unsuitable server, `CancellationError`.
    static func open(
        _ address: PostgresAddress, _ timelines: TimelineMemory,
        isCancelled: @escaping () -> Bool
    ) throws -> PostgresConnection {
        var lastError = PostgresError(sqlState: nil, message: "the URL names no host")
        for host in address.hosts {
            do {
                let connection = try PostgresConnection(
                    address, host: host, isCancelled: isCancelled)
                try connection.checkTimeline(timelines)
                return connection
            } catch let error as PostgresError {
                lastError = error
            }
        }
        throw lastError
    }

    private init(
        _ address: PostgresAddress, host parameters: [String: String],
        isCancelled: @escaping () -> Bool
    ) throws {
        self.isCancelled = isCancelled
        let names = Array(parameters.keys)
        let values = names.map { parameters[$0] ?? "" }
        guard
            let handle = unsafe withCStrings(
                names,
                { names in
                    unsafe withCStrings(values) { values in
                        unsafe PQconnectStartParams(names, values, 0)
                    }
                })
        else { throw PostgresError(sqlState: nil, message: "out of memory") }
        unsafe self.handle = unsafe handle
        // The default receiver prints the server's notices.
        unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
        // The SQLSTATE of a rejected connection is only in the verbose message.
        unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        try connect(within: address.connectTimeout)
        unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1
        else { throw connectionError() }
        try check(address)
        // An index serves each statement at any size. A connection plans a statement once, possibly while the table is empty: the
        // plan must not scan a table that grows later, nor collect all rows first if an index has them in order.
        for setting in [
            "search_path = \(address.schema)", "statement_timeout = '\(Self.statementTimeout)s'",
            "idle_in_transaction_session_timeout = '\(Self.idleTimeout)s'",
            "lock_timeout = '\(Self.lockTimeout)s'", "enable_seqscan = off",
            "enable_bitmapscan = off",
            // Without table scans, estimated costs are high: the server would compile plans for longer than they run.
            "jit = off",
            "plan_cache_mode = force_generic_plan",
            "default_transaction_isolation = 'read committed'",
        ] {
            try run(SQLStatement("set", "SET \(unchecked: setting)"), [])
        }
        _ = try results()
    }

    deinit { unsafe PQfinish(handle) }

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        try send(statement, values, needsRows: true)
        return try results()[0]
    }

    func results(of statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]] {
        for (statement, values) in statements { try send(statement, values, needsRows: true) }
        return try results()
    }

    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        try send(statement, values, needsRows: false)
    }

    /// Sends a statement; its result is received with the next call of `results()`.
    private func send(
        _ statement: SQLStatement, _ values: [SQLValue], needsRows: Bool
    ) throws {
        let arguments = try PostgresArguments(values)
        let name = try prepare(statement, arguments.types)
        let isSent = unsafe arguments.withPointers { pointers in
            unsafe PQsendQueryPrepared(
                handle, name, Int32(values.count), pointers, nil, nil, 0)
        }
        guard isSent == 1 else { throw connectionError() }
        self.needsRows.append(needsRows)
    }

    private func prepare(_ statement: SQLStatement, _ types: [Oid]) throws -> String {
        let key = PreparedKey(statement: statement, types: types)
        if let name = prepared[key] { return name }
        // The server truncates names to 63 bytes.
        let name = "\(statement.name.prefix(40)) \(names)"
        names += 1
        let text = SQLDialect.postgres.render(statement.text)
        guard unsafe PQsendPrepare(handle, name, text, Int32(types.count), types) == 1 else {
            throw connectionError()
        }
        needsRows.append(false)
        prepared[key] = name
        unconfirmed.append(key)
        return name
    }

    // MARK: Waiting

    private func connect(within seconds: Double) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        // If the host's name cannot be resolved, the connection has failed already.
        var status =
            unsafe PQstatus(handle) == CONNECTION_BAD
            ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while status != PGRES_POLLING_OK {
            guard status != PGRES_POLLING_FAILED else {
                guard unsafe PQconnectionNeedsPassword(handle) == 0 else {
                    throw PostgresError(
                        sqlState: "28P01", message: "the server requires a password")
                }
                throw connectionError()
            }
            let events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard try wait(for: Int16(events), until: deadline) else {
                throw PostgresError(
                    sqlState: nil, message: "no response within \(Int(seconds)) s")
            }
            status = unsafe PQconnectPoll(handle)
        }
    }

    /// Waits for the results of all statements that were sent.
    ///
    /// - Returns: The rows of each statement whose rows are needed.
    private func results() throws -> [[SQLRow]] {
        guard unsafe PQpipelineSync(handle) == 1 else { throw connectionError() }
        let deadline = ContinuousClock.now + .seconds(responseTimeout)
        var areNeeded = needsRows.makeIterator()
        needsRows = []
        var results: [[SQLRow]] = []
        var firstError: PostgresError?
        var isOver = false
        while !isOver {
            try receive(until: deadline)
            guard let result = unsafe PQgetResult(handle) else {
                // The end of one statement's results, or of the connection.
                guard unsafe PQstatus(handle) == CONNECTION_OK else {
                    throw firstError ?? connectionError()
                }
                continue
            }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                if areNeeded.next() == true { unsafe results.append(SQLRow.all(of: result)) }
            case PGRES_PIPELINE_SYNC: isOver = true
            case PGRES_PIPELINE_ABORTED: break
            default: firstError = unsafe firstError ?? PostgresError(result)
            }
        }
        if let firstError {
            // The statements may not be prepared: the next use prepares them under other names.
            for key in unconfirmed { prepared[key] = nil }
            unconfirmed = []
            throw firstError
        }
        unconfirmed = []
        return results
    }

    /// Waits until the next result has been received completely.
    private func receive(until deadline: ContinuousClock.Instant) throws {
        while true {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw connectionError() }
            if unsent == 0, unsafe PQisBusy(handle) == 0 { return }
            let events = unsent > 0 ? POLLIN | POLLOUT : POLLIN
            guard try wait(for: Int16(events), until: deadline) else {
                throw PostgresError(
                    sqlState: nil, message: "no response within \(Int(responseTimeout)) s")
            }
            guard unsafe PQconsumeInput(handle) == 1 else { throw connectionError() }
        }
    }

    /// Waits for the socket.
    ///
    /// - Returns: False after the deadline.
    private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws -> Bool {
        var socket = pollfd(fd: unsafe PQsocket(handle), events: events, revents: 0)
        while unsafe poll(&socket, 1, Self.waitSlice) <= 0 {
            if isCancelled() { throw CancellationError() }
            if ContinuousClock.now >= deadline { return false }
        }
        return true
    }

    /// The error of the connection itself.
    private func connectionError() -> PostgresError {
        unsafe PostgresError(connectionMessage: String(cString: PQerrorMessage(handle)))
    }

    private func check(_ address: PostgresAddress) throws {
        let version = unsafe PQserverVersion(handle)
        guard version >= 150_000 else {
            throw QueueError(
                .refused, address.name, "the server is PostgreSQL \(version / 10_000)",
                advice: "use PostgreSQL 15 or later")
        }
        let encoding = unsafe PQparameterStatus(handle, "server_encoding")
        guard let encoding = unsafe encoding, unsafe String(cString: encoding) == "UTF8" else {
            throw QueueError(
                .refused, address.name, "the database's encoding is not UTF8",
                advice: "create one with createdb --encoding UTF8 --template template0")
        }
    }
}

/// Calls a closure with an array of C strings that a null pointer terminates.
private func withCStrings<Output>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Output
) rethrows -> Output {
    let copies = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    let pointers = unsafe copies.map { unsafe UnsafePointer<CChar>($0) } + [nil]
    return try unsafe pointers.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("an array with a null") }
        return try unsafe body(base)
    }
}
