extension SQLStatement {
    fileprivate static let insertEvent = SQLStatement(
        "insert_event",
        """
        INSERT INTO event (job, kind, time, failure, result, identifier)
        VALUES ($1, $2, {now}, $3, $4, {random id}) RETURNING id
        """)
    fileprivate static let insertDelivery = SQLStatement(
        "insert_delivery",
        "INSERT INTO delivery (event, job, url, host, due) VALUES ($1, $2, $3, $4, {now})")
    fileprivate static let eventsOfJob = SQLStatement(
        "events_of_job",
        """
        SELECT \(JobEvent.columns) FROM event WHERE job = $1 AND id > $2 ORDER BY id LIMIT $3
        """)
}

extension SQLSession {
    /// Records an event, and its delivery to the job's webhook, in the transaction that causes the event.
    func record(
        _ kind: JobEvent.Kind, of job: JobRecord, failure: TaskFailure? = nil,
        result: String? = nil
    ) throws {
        let values: [SQLValue] = [
            .init(job.id), .text(kind.rawValue), .init(try failure?.json), .init(result),
        ]
        guard let webhook = job.webhook else { return try run(.insertEvent, values) }
        let id = try requiredRow(.insertEvent, values).integer("id")
        // A URL that has become invalid fails at delivery, with others of the same kind.
        let host = (try? WebhookURL(webhook, allowsPrivate: true))?.host ?? ""
        try run(.insertDelivery, [.init(id), .init(job.id), .text(webhook), .text(host)])
    }
}

extension JobEvent {
    /// The columns of an event's row.
    static let columns: SQLText = """
        event.id AS event_id, event.job AS event_job, event.kind AS kind, event.time AS time, event.failure AS failure, \
        event.result AS result, event.identifier AS identifier
        """

    init(_ row: SQLRow) throws {
        guard let kind = Kind(rawValue: try row.text("kind")) else {
            throw SQLDecodingError.unexpected("kind")
        }
        let (job, sequence) = (try row.job("event_job"), try row.integer("event_id"))
        let identifier = try row.text("identifier")
        self.init(
            // An event of a version before schema 9 keeps the id under which it may have been delivered.
            id: identifier.isEmpty ? "\(job)-\(sequence)" : identifier, sequence: sequence,
            job: job, kind: kind, time: try row.integer("time"),
            failure: try row.optionalFailure("failure"),
            result: try row.optionalText("result"))
    }
}

extension SQLStore {
    public func events(
        of job: JobID, after sequence: Int64, limit: Int
    ) async throws -> [JobEvent] {
        let values: [SQLValue] = [.init(job), .init(sequence), .init(limit)]
        return try await database.single(.read, .eventsOfJob, values).map { try JobEvent($0) }
    }
}
