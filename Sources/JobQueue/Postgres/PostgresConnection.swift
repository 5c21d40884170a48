internal import CLibPQ
internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A connection to a server, used on one thread at a time.
///
/// Statements without an answer that anybody needs are sent together with the next one that has: libpq's pipeline mode. It waits in slices, so that whoever is not needed any more gives up soon, and never longer than an answer may take.
///
/// Safe because the handle is made and freed with the object, and nothing else gets it.
@safe final class PostgresConnection {
    private let handle: OpaquePointer
    private let isCancelled: () -> Bool
    /// Names of prepared statements, by the statements and the types of their values.
    private var prepared: [PreparedKey: String] = [:]
    /// Those of them that are not known to have worked.
    private var unsure: [PreparedKey] = []
    private var names = 0
    /// Of each statement that was sent and not answered yet, whether somebody wants its rows.
    private var isWanted: [Bool] = []

    private struct PreparedKey: Hashable {
        let statement: SQLStatement
        let types: [Oid]

        /// The name tells nearly all statements apart, and is much shorter than the text.
        func hash(into hasher: inout Hasher) { hasher.combine(statement.name) }
    }

    /// Seconds that the server lets a statement take and a transaction stand still.
    private static let (statementLimit, idleLimit) = (20, 5)
    /// Seconds that an answer is usually waited for.
    static let answerLimit = 30.0
    /// Seconds that the next answers are waited for.
    var patience = PostgresConnection.answerLimit
    /// Seconds that a statement waits for a row: a process that was stopped with its lock must not stop the others for long.
    private static let lockLimit = 5
    /// Milliseconds.
    private static let slice: Int32 = 200

    /// Connects to the first host that will do.
    ///
    /// - Throws: `PostgresFailure` of the last host, `QueueError` for a server that will not do, `CancellationError`.
    static func open(
        _ address: PostgresAddress, isCancelled: @escaping () -> Bool
    ) throws -> PostgresConnection {
        var failure = PostgresFailure(state: nil, reason: "the URL names no host")
        for host in address.hosts {
            do {
                return try PostgresConnection(address, host: host, isCancelled: isCancelled)
            } catch let error as PostgresFailure {
                failure = error
            }
        }
        throw failure
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
        else { throw PostgresFailure(state: nil, reason: "there is no memory to connect with") }
        unsafe self.handle = unsafe handle
        // It would print the server's notices.
        unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
        // So that the text of a refusal has its SQLSTATE: libpq gives it nowhere else.
        unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        try connect(within: address.connectTimeout)
        unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1
        else { throw loss() }
        try check(address)
        // Each statement has an index that serves it at any size. A plan is made once for each connection, perhaps while a table
        // is still empty: it must not read a table through that will have grown by then, nor gather all rows before it looks at the
        // first, where an index has them in order or has all that is asked.
        for setting in [
            "search_path = \(address.schema)", "statement_timeout = '\(Self.statementLimit)s'",
            "idle_in_transaction_session_timeout = '\(Self.idleLimit)s'",
            "lock_timeout = '\(Self.lockLimit)s'", "enable_seqscan = off",
            "enable_bitmapscan = off",
            // Plans look dear to it where a table must not be read through, and compiling costs more than carrying them out.
            "jit = off",
            "plan_cache_mode = force_generic_plan",
            "default_transaction_isolation = 'read committed'",
        ] {
            try run(SQLStatement("set", "SET " + setting), [])
        }
        _ = try answers()
    }

    deinit { unsafe PQfinish(handle) }

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        try send(statement, values, isWanted: true)
        return try answers()[0]
    }

    func answers(to statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]] {
        for (statement, values) in statements { try send(statement, values, isWanted: true) }
        return try answers()
    }

    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        try send(statement, values, isWanted: false)
    }

    /// Sends a statement; what it says comes with the next answers.
    private func send(
        _ statement: SQLStatement, _ values: [SQLValue], isWanted: Bool
    ) throws {
        let arguments = try PostgresArguments(values)
        let name = try prepare(statement, arguments.types)
        let isSent = unsafe arguments.withPointers { pointers in
            unsafe PQsendQueryPrepared(
                handle, name, Int32(values.count), pointers, nil, nil, 0)
        }
        guard isSent == 1 else { throw loss() }
        self.isWanted.append(isWanted)
    }

    private func prepare(_ statement: SQLStatement, _ types: [Oid]) throws -> String {
        let key = PreparedKey(statement: statement, types: types)
        if let name = prepared[key] { return name }
        // The server cuts names at 63 bytes.
        let name = "\(statement.name.prefix(40)) \(names)"
        names += 1
        let text = SQLDialect.postgres.render(statement.text)
        guard unsafe PQsendPrepare(handle, name, text, Int32(types.count), types) == 1 else {
            throw loss()
        }
        isWanted.append(false)
        prepared[key] = name
        unsure.append(key)
        return name
    }

    // MARK: Waiting

    private func connect(within seconds: Double) throws {
        let limit = ContinuousClock.now + .seconds(seconds)
        // Its host may be unknown: then there is nothing to wait for.
        var status =
            unsafe PQstatus(handle) == CONNECTION_BAD
            ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while status != PGRES_POLLING_OK {
            guard status != PGRES_POLLING_FAILED else {
                guard unsafe PQconnectionNeedsPassword(handle) == 0 else {
                    throw PostgresFailure(state: "28P01", reason: "it asks for a password")
                }
                throw loss()
            }
            let events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard try wait(for: Int16(events), until: limit) else {
                throw PostgresFailure(
                    state: nil, reason: "no answer within \(Int(seconds)) s")
            }
            status = unsafe PQconnectPoll(handle)
        }
    }

    /// Waits for the results of all that was sent.
    ///
    /// - Returns: The rows of each statement whose rows are wanted.
    private func answers() throws -> [[SQLRow]] {
        guard unsafe PQpipelineSync(handle) == 1 else { throw loss() }
        let limit = ContinuousClock.now + .seconds(patience)
        var wanted = isWanted.makeIterator()
        isWanted = []
        var answers: [[SQLRow]] = []
        var failure: PostgresFailure?
        var isOver = false
        while !isOver {
            try receive(until: limit)
            guard let result = unsafe PQgetResult(handle) else {
                // The end of one statement's results, or of everything.
                guard unsafe PQstatus(handle) == CONNECTION_OK else { throw failure ?? loss() }
                continue
            }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                if wanted.next() == true { unsafe answers.append(SQLRow.all(of: result)) }
            case PGRES_PIPELINE_SYNC: isOver = true
            case PGRES_PIPELINE_ABORTED: break
            default: failure = unsafe failure ?? PostgresFailure(result)
            }
        }
        if let failure {
            // Prepared or not: another name does it.
            for key in unsure { prepared[key] = nil }
            unsure = []
            throw failure
        }
        unsure = []
        return answers
    }

    /// Waits until the next result is there as a whole.
    private func receive(until limit: ContinuousClock.Instant) throws {
        while true {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw loss() }
            if unsent == 0, unsafe PQisBusy(handle) == 0 { return }
            let events = unsent > 0 ? POLLIN | POLLOUT : POLLIN
            guard try wait(for: Int16(events), until: limit) else {
                throw PostgresFailure(
                    state: nil, reason: "the server did not answer for \(Int(patience)) s")
            }
            guard unsafe PQconsumeInput(handle) == 1 else { throw loss() }
        }
    }

    /// Waits for the socket.
    ///
    /// - Returns: False at the limit.
    private func wait(for events: Int16, until limit: ContinuousClock.Instant) throws -> Bool {
        var socket = pollfd(fd: unsafe PQsocket(handle), events: events, revents: 0)
        while unsafe poll(&socket, 1, Self.slice) <= 0 {
            if isCancelled() { throw CancellationError() }
            if ContinuousClock.now >= limit { return false }
        }
        return true
    }

    /// The connection's own failure.
    private func loss() -> PostgresFailure {
        unsafe PostgresFailure(connectionMessage: String(cString: PQerrorMessage(handle)))
    }

    private func check(_ address: PostgresAddress) throws {
        let version = unsafe PQserverVersion(handle)
        guard version >= 150_000 else {
            throw QueueError(
                .refused, address.name, "this is PostgreSQL \(version / 10_000)",
                advice: "use PostgreSQL 15 or later")
        }
        let encoding = unsafe PQparameterStatus(handle, "server_encoding")
        guard let encoding = unsafe encoding, unsafe String(cString: encoding) == "UTF8" else {
            throw QueueError(
                .refused, address.name, "this database's encoding is not UTF8",
                advice: "make one with createdb --encoding UTF8 --template template0")
        }
    }
}

/// Calls a closure with texts as C has them, with a null behind the last.
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
