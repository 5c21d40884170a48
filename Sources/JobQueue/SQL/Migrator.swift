extension SQLStatement {
    fileprivate static let makeVersion = SQLStatement(
        "make_version", "CREATE TABLE \(Migrator.versionTable) (version bigint NOT NULL)")
    fileprivate static let findVersion = SQLStatement(
        "find_version", "SELECT 1 FROM {tables} WHERE name = '\(Migrator.versionTable)'")
    fileprivate static let version = SQLStatement(
        "version", "SELECT coalesce(max(version), 0) FROM \(Migrator.versionTable)")
    fileprivate static let setVersion = SQLStatement(
        "set_version", "INSERT INTO \(Migrator.versionTable) (version) VALUES ($1)")
    fileprivate static let lockSchema = SQLStatement(
        "lock_schema",
        "SELECT 1 FROM pg_advisory_xact_lock(72387119, hashtext(current_schema()))")
}

/// Brings a store's schema to this program's version.
struct Migrator: Sendable {
    /// What tells a queue from other databases.
    static let versionTable = "queue_schema"

    let database: any SQLDatabase
    var steps = Migrations.steps

    /// Makes the steps that are missing, all or none; of several processes at once, one does.
    ///
    /// Where none is missing it changes nothing: whoever only works needs no right to make tables.
    ///
    /// - Throws: `QueueError.tooNew` if a newer program has been here.
    func migrate() async throws {
        let (steps, isPostgres) = (steps, database.dialect.engine == .postgres)
        let found = try await database.transaction(.lengthy) { session in
            if isPostgres { try session.run(.lockSchema) }
            if try session.row(.findVersion, []) == nil { try session.run(.makeVersion) }
            let found = Int(try session.row(.version, [])?.integer(0) ?? 0)
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
                "its schema is version \(found); this program knows up to \(steps.count)",
                advice: "use the newer vtranscode that made it")
        }
    }
}
