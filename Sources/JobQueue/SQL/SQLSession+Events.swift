extension SQLStatement {
    fileprivate static let insertEvent = SQLStatement(
        "insert_event",
        """
        INSERT INTO event (job, kind, time, failure, result) VALUES ($1, $2, {now}, $3, $4) RETURNING id
        """)
    fileprivate static let insertDelivery = SQLStatement(
        "insert_delivery",
        "INSERT INTO delivery (event, job, url, host, due) VALUES ($1, $2, $3, $4, {now})")
    fileprivate static let eventsOfJob = SQLStatement(
        "events_of_job",
        """
        SELECT id, job, kind, time, failure, result FROM event WHERE job = $1 AND id > $2 ORDER BY id LIMIT $3
        """)
}

extension SQLSession {
    /// Records an event in the transaction that makes it true, and the duty to tell the job's webhook.
    func tell(
        _ kind: JobEvent.Kind, _ job: JobRecord, failure: TaskFailure? = nil, result: String? = nil
    ) throws {
        let values: [SQLValue] = [
            .init(job.id), .text(kind.rawValue), .init(try failure?.json), .init(result),
        ]
        guard let webhook = job.webhook else { return try run(.insertEvent, values) }
        guard let id = try row(.insertEvent, values)?.integer(0) else {
            throw SQLFault.value("a new event")
        }
        // One that has become invalid fails when it is told, beside others of the kind.
        let host = (try? WebhookURL(webhook, allowsPrivate: true))?.host ?? ""
        try run(.insertDelivery, [.init(id), .init(job.id), .text(webhook), .text(host)])
    }
}

extension JobEvent {
    /// Of the columns id, job, kind, time, failure, result.
    init(_ row: SQLRow, from first: Int = 0) throws {
        guard let job = JobID(try row.text(first + 1)),
            let kind = Kind(rawValue: try row.text(first + 2))
        else { throw SQLFault.value("an event") }
        self.init(
            sequence: try row.integer(first), job: job, kind: kind,
            time: try row.integer(first + 3),
            failure: row.optionalText(first + 4).map(TaskFailure.init(json:)),
            result: row.optionalText(first + 5))
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
