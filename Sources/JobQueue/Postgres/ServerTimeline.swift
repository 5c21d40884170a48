internal import Synchronization

/// The history that a PostgreSQL server continues.
///
/// All servers of a cluster have one system identifier. Each promotion of a standby begins a timeline with the next number: a
/// server with a lower one is a former primary, whose newest changes are missing on the present one and the reverse.
struct ServerTimeline: Sendable, Hashable {
    let systemIdentifier: String
    let timeline: Int64
}

/// The highest timeline of each cluster that a process has seen.
final class TimelineMemory: Sendable {
    private struct State {
        var highest: [String: Int64] = [:]
        var newClusters: [String] = []
    }
    private let state = Mutex(State())

    /// Checks a server that was connected.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - stored: The highest timeline of the server's cluster in the schema; `nil` if it has none.
    ///   - hasOthers: Whether the schema has timelines of other clusters.
    /// - Throws: `PostgresError` if a higher timeline of the same cluster is known.
    func check(_ server: ServerTimeline, stored: Int64?, hasOthers: Bool) throws(PostgresError) {
        let highest = state.withLock { state in
            let known = state.highest[server.systemIdentifier]
            let isNew = known == nil && stored == nil && (hasOthers || !state.highest.isEmpty)
            if isNew { state.newClusters.append(server.systemIdentifier) }
            let highest = max(server.timeline, known ?? 0, stored ?? 0)
            state.highest[server.systemIdentifier] = highest
            return highest
        }
        guard server.timeline < highest else { return }
        throw PostgresError(
            sqlState: PostgresError.formerPrimary,
            message:
                "the server is a former primary: its timeline is \(server.timeline), and the queue has been on \(highest)"
        )
    }

    /// Returns the clusters that were accepted in place of another one since the last call.
    func takeNewClusters() -> [String] {
        state.withLock { state in
            defer { state.newClusters = [] }
            return state.newClusters
        }
    }
}

extension SQLStatement {
    /// The timeline is that of the log's present file; the control file may have the former one until a checkpoint.
    fileprivate static let serverTimeline = SQLStatement(
        "server_timeline",
        """
        SELECT system_identifier::text AS system_identifier,
            ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint AS timeline
        FROM pg_control_system()
        """)
    fileprivate static let findTimelines = SQLStatement(
        "find_timelines", "SELECT 1 FROM {tables} WHERE name = 'server_timeline'")
    fileprivate static let timelines = SQLStatement(
        "timelines", "SELECT system_identifier, timeline FROM server_timeline")
    fileprivate static let recordTimeline = SQLStatement(
        "record_timeline",
        """
        INSERT INTO server_timeline (system_identifier, timeline) VALUES ($1, $2)
        ON CONFLICT (system_identifier) DO UPDATE SET timeline = {greatest}(server_timeline.timeline, $2)
        """)
}

extension PostgresConnection {
    /// Checks that the server is not a former primary, and records its timeline in the schema and in the process.
    ///
    /// Servers that do not report their timeline, as some providers' do, are accepted.
    func checkTimeline(_ memory: TimelineMemory) throws {
        guard let row = try optional({ try self.row(.serverTimeline, []) }) else { return }
        let server = ServerTimeline(
            systemIdentifier: try row.text("system_identifier"),
            timeline: try row.integer("timeline"))
        // Before the first migration there is no table.
        let hasTable = try self.row(.findTimelines, []) != nil
        let rows = try hasTable ? optional { try self.rows(.timelines, []) } ?? [] : []
        let stored = try Dictionary(
            uniqueKeysWithValues: rows.map {
                (try $0.text("system_identifier"), try $0.integer("timeline"))
            })
        let known = stored[server.systemIdentifier]
        try memory.check(server, stored: known, hasOthers: !stored.isEmpty)
        guard hasTable, known ?? 0 < server.timeline else { return }
        _ = try optional {
            try self.rows(
                .recordTimeline, [.text(server.systemIdentifier), .integer(server.timeline)])
        }
    }

    /// Returns the value of a body; `nil` if the user or the server does not allow its statement.
    private func optional<Value>(_ body: () throws -> Value?) throws -> Value? {
        do {
            return try body()
        } catch let error as PostgresError where error.isUnsupported {
            return nil
        }
    }
}
