extension SQLStatement {
    fileprivate static let claimDelivery = claimDelivery("", where: "due <= {now}")
    /// Claims a delivery that was postponed before the wall clock was set back.
    fileprivate static let claimDeliveryOfTheFuture = claimDelivery(
        " of_the_future", where: "due > {now} + $2")

    /// Claims one delivery to a host that is not in `$1`, a list of hosts between spaces.
    ///
    /// The condition has no `OR`: SQLite would search for both sides and sort all that it found.
    private static func claimDelivery(_ name: String, where isDue: SQLText) -> SQLStatement {
        SQLStatement(
            "claim_delivery\(name)",
            """
            UPDATE delivery SET attempts = attempts + 1, due = {now} + 60000
            WHERE id IN (
                SELECT id FROM delivery
                WHERE \(isDue) AND replace($1, ' ' || host || ' ', '') = $1
                ORDER BY due LIMIT 1 {lock skipping}
            )
            RETURNING id, url, attempts, event, host
            """)
    }
    fileprivate static let eventOfDelivery = SQLStatement(
        "event_of_delivery", "SELECT \(JobEvent.columns) FROM event WHERE id = $1")
    fileprivate static let deleteDelivery = SQLStatement(
        "delete_delivery", "DELETE FROM delivery WHERE id = $1")
    fileprivate static let deliveryAge = SQLStatement(
        "delivery_age",
        """
        SELECT attempts, {now} - coalesce((SELECT time FROM event WHERE event.id = delivery.event), 0) AS age
        FROM delivery WHERE id = $1 {lock}
        """)
    fileprivate static let postponeDelivery = SQLStatement(
        "postpone_delivery",
        "UPDATE delivery SET reason = $2, due = CASE WHEN $3 < 0 THEN NULL ELSE {now} + $3 END WHERE id = $1"
    )
    /// Lists undelivered events; `$2` is the job, if one is given.
    fileprivate static func undelivered(of job: JobID?, onlyAbandoned: Bool) -> SQLStatement {
        let ofJob: SQLText = job == nil ? "" : " AND delivery.job = $2"
        let condition: SQLText = onlyAbandoned ? "\(ofJob) AND due IS NULL" : ofJob
        return SQLStatement(
            "undelivered where\(condition.text)",
            """
            SELECT \(JobEvent.columns), host, attempts, due, reason
            FROM delivery JOIN event ON event.id = delivery.event
            WHERE delivery.id > 0\(condition) ORDER BY delivery.id LIMIT $1
            """)
    }
    fileprivate static func redeliver(of job: JobID?) -> SQLStatement {
        let condition: SQLText = job == nil ? "" : " AND job = $2"
        return SQLStatement(
            "redeliver where\(condition.text)",
            """
            UPDATE delivery SET due = {now}, attempts = 0 WHERE id IN (
                SELECT id FROM delivery WHERE due IS NULL\(condition) ORDER BY id LIMIT $1 {lock skipping}
            ) RETURNING id
            """)
    }
}

extension SQLStore {
    public func claimDeliveries(
        count: Int, inFlight hosts: [String]
    ) async throws -> [Delivery] {
        guard count > 0 else { return [] }
        // No delivery is due later, unless the wall clock was set back.
        let latest = Int64(max(60, policy.maxDeliveryBackoff) * 1000)
        let limit = policy.maxDeliveriesPerHost
        // Durable, and with it the events that committed before: a receiver learns of no event that a power failure undoes.
        return try await transaction(.durable) { session in
            var inFlight = Dictionary(hosts.map { ($0, 1) }, uniquingKeysWith: +)
            var deliveries: [Delivery] = []
            while deliveries.count < count {
                let full = inFlight.filter { $0.value >= limit }.keys.map { " \($0) " }.joined()
                guard
                    let row = try session.row(.claimDelivery, [.text(full)])
                        ?? session.row(
                            .claimDeliveryOfTheFuture, [.text(full), .integer(latest)])
                else { break }
                let host = try row.text("host")
                inFlight[host, default: 0] += 1
                let id = try row.integer("event")
                guard let event = try session.row(.eventOfDelivery, [.integer(id)]) else {
                    continue
                }
                deliveries.append(
                    Delivery(
                        id: try row.integer("id"), url: try row.text("url"), host: host,
                        event: try JobEvent(event), attempts: Int(try row.integer("attempts")) - 1))
            }
            return deliveries.sorted { $0.event.sequence < $1.event.sequence }
        }
    }

    public func delivered(_ id: Int64) async throws {
        _ = try await database.single(.normal, .deleteDelivery, [.integer(id)])
    }

    public func deliveryFailed(_ id: Int64, reason: String, isPermanent: Bool) async throws {
        let (policy, random) = (policy, clocks.fraction())
        try await transaction { session in
            guard let row = try session.row(.deliveryAge, [.integer(id)]) else { return }
            let attempts = Int(try row.integer("attempts"))
            let age = Double(try row.integer("age")) / 1000
            let isAbandoned =
                isPermanent || attempts >= policy.maxDeliveryAttempts || age > policy.maxEventAge
            let backoff =
                isAbandoned
                ? -1
                : Int64(
                    policy.backoff(
                        after: attempts, atMost: policy.maxDeliveryBackoff, using: random) * 1000)
            try session.run(
                .postponeDelivery, [.integer(id), .text(reason), .integer(backoff)])
        }
    }

    public func undelivered(
        of job: JobID?, onlyAbandoned: Bool, limit: Int
    ) async throws -> [DeliveryRecord] {
        let values = [.init(limit)] + (job.map { [SQLValue($0)] } ?? [])
        let statement = SQLStatement.undelivered(of: job, onlyAbandoned: onlyAbandoned)
        return try await database.single(.read, statement, values).map { row in
            DeliveryRecord(
                event: try JobEvent(row), host: try row.text("host"),
                attempts: Int(try row.integer("attempts")), due: try row.optionalInteger("due"),
                reason: try row.optionalText("reason"))
        }
    }

    public func redeliver(of job: JobID?, limit: Int) async throws -> Int {
        let values = [.init(limit)] + (job.map { [SQLValue($0)] } ?? [])
        return try await database.single(.normal, .redeliver(of: job), values).count
    }
}
