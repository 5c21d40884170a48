extension SQLStatement {
    fileprivate static let createVersion = SQLStatement(
        "create_version", "CREATE TABLE \(Migrator.versionTable) (version bigint NOT NULL)")
    fileprivate static let findVersion = SQLStatement(
        "find_version", "SELECT 1 FROM {tables} WHERE name = '\(Migrator.versionTable)'")
    fileprivate static let version = SQLStatement(
        "version", "SELECT coalesce(max(version), 0) AS version FROM \(Migrator.versionTable)")
    fileprivate static let setVersion = SQLStatement(
        "set_version", "INSERT INTO \(Migrator.versionTable) (version) VALUES ($1)")
    fileprivate static let lockSchema = SQLStatement(
        "lock_schema",
        "SELECT 1 FROM pg_advisory_xact_lock(72387119, hashtext(current_schema()))")
}

/// Brings a store's schema to this program's version.
package struct Migrator: Sendable {
    /// The table that identifies a database as a queue.
    static let versionTable: SQLText = "queue_schema"

    let database: any SQLDatabase
    let steps: [[SQLText]]

    package init(database: any SQLDatabase) {
        self.init(database: database, steps: Migrations.steps)
    }

    init(database: any SQLDatabase, steps: [[SQLText]]) {
        self.database = database
        self.steps = steps
    }

    /// Applies the missing steps in one transaction; of several processes that start together, one applies them.
    ///
    /// A schema that is up to date is not changed, so that its users need no right to create tables.
    ///
    /// - Throws: `QueueError.tooNew` if the schema's version is newer than this program's.
    package func migrate() async throws {
        let (steps, isPostgres) = (steps, database.dialect.engine == .postgres)
        let found = try await database.transaction(.unlimited) { session in
            if isPostgres { try session.run(.lockSchema) }
            if try session.row(.findVersion, []) == nil { try session.run(.createVersion) }
            let found = Int(try session.requiredRow(.version, []).integer("version"))
            guard found < steps.count else { return found }
            for (number, step) in steps.enumerated().dropFirst(found) {
                for (index, text) in step.enumerated() {
                    try session.run(SQLStatement("step_\(number)_\(index)", text))
                }
            }
            try session.run(.setVersion, [.init(steps.count)])
            return steps.count
        }
        guard found <= steps.count else {
            throw QueueError(
                .tooNew, database.name,
                "its schema has version \(found); this program supports up to \(steps.count)",
                advice: "use the vtranscode version that migrated it, or a newer one")
        }
    }
}
