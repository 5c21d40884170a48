extension SQLStatement {
    fileprivate static let claimDelivery = claimDelivery("", where: "due <= {now}")
    /// Of one that was put off before the clock was set back.
    fileprivate static let claimDeliveryOfTheFuture = claimDelivery(
        " of_the_future", where: "due > {now} + $2")

    /// One, of a host that is not listed, each between spaces.
    ///
    /// Never with an `OR`: SQLite would look for both of its sides, and sort all that it found.
    private static func claimDelivery(_ name: String, where isDue: String) -> SQLStatement {
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
        "event_of_delivery", "SELECT id, job, kind, time, failure, result FROM event WHERE id = $1")
    fileprivate static let delivered = SQLStatement(
        "delivered", "DELETE FROM delivery WHERE id = $1")
    fileprivate static let deliveryAttempts = SQLStatement(
        "delivery_attempts",
        """
        SELECT attempts, {now} - coalesce((SELECT time FROM event WHERE event.id = delivery.event), 0)
        FROM delivery WHERE id = $1 {lock}
        """)
    fileprivate static let postponeDelivery = SQLStatement(
        "postpone_delivery",
        "UPDATE delivery SET reason = $2, due = CASE WHEN $3 < 0 THEN NULL ELSE {now} + $3 END WHERE id = $1"
    )
    /// The job is `$2`, if any.
    fileprivate static func deliveries(of job: JobID?, areGivenUp: Bool) -> SQLStatement {
        let conditions = [job.map { _ in "delivery.job = $2" }, areGivenUp ? "due IS NULL" : nil]
        let condition = conditions.compactMap(\.self).map { " AND " + $0 }.joined()
        return SQLStatement(
            "deliveries where\(condition)",
            """
            SELECT event.id, event.job, kind, time, failure, result, host, attempts, due, reason
            FROM delivery JOIN event ON event.id = delivery.event
            WHERE delivery.id > 0\(condition) ORDER BY delivery.id LIMIT $1
            """)
    }
    fileprivate static func redeliver(of job: JobID?) -> SQLStatement {
        let condition = job.map { _ in " AND job = $2" } ?? ""
        return SQLStatement(
            "redeliver where\(condition)",
            """
            UPDATE delivery SET due = {now}, attempts = 0 WHERE id IN (
                SELECT id FROM delivery WHERE due IS NULL\(condition) ORDER BY id LIMIT $1 {lock skipping}
            ) RETURNING id
            """)
    }
}

extension SQLStore {
    public func claimDeliveries(
        count: Int, beside hosts: [String]
    ) async throws -> [Delivery] {
        guard count > 0 else { return [] }
        let (longest, most) = (Int64(max(60, policy.longestSilence) * 1000), policy.sameHost)
        return try await transaction { session in
            var busy = Dictionary(hosts.map { ($0, 1) }, uniquingKeysWith: +)
            var deliveries: [Delivery] = []
            while deliveries.count < count {
                let full = busy.filter { $0.value >= most }.keys.map { " \($0) " }.joined()
                guard
                    let row = try session.row(.claimDelivery, [.text(full)])
                        ?? session.row(
                            .claimDeliveryOfTheFuture, [.text(full), .integer(longest)])
                else { break }
                let host = try row.text(4)
                busy[host, default: 0] += 1
                guard let event = try session.row(.eventOfDelivery, [row.values[3]]) else {
                    continue
                }
                deliveries.append(
                    Delivery(
                        id: try row.integer(0), url: try row.text(1), host: host,
                        event: try JobEvent(event), attempts: Int(try row.integer(2)) - 1))
            }
            return deliveries.sorted { $0.event.sequence < $1.event.sequence }
        }
    }

    public func delivered(_ id: Int64) async throws {
        _ = try await database.single(.normal, .delivered, [.integer(id)])
    }

    public func deliveryFailed(_ id: Int64, reason: String, isPermanent: Bool) async throws {
        let policy = policy
        try await transaction { session in
            guard let row = try session.row(.deliveryAttempts, [.integer(id)]) else { return }
            let attempts = Int(try row.integer(0))
            let age = Double(try row.integer(1)) / 1000
            let isOver =
                isPermanent || attempts >= policy.deliveries || age > policy.longestDelivery
            let wait =
                isOver
                ? -1
                : Int64(
                    policy.delay(after: attempts, atMost: policy.longestSilence) * 1000)
            try session.run(
                .postponeDelivery, [.integer(id), .text(reason), .integer(wait)])
        }
    }
}

extension SQLStore {
    public func deliveries(
        of job: JobID?, areGivenUp: Bool, limit: Int
    ) async throws -> [DeliveryRecord] {
        let values = [.init(limit)] + (job.map { [SQLValue($0)] } ?? [])
        let statement = SQLStatement.deliveries(of: job, areGivenUp: areGivenUp)
        return try await database.single(.read, statement, values).map { row in
            DeliveryRecord(
                event: try JobEvent(row), host: try row.text(6), attempts: Int(try row.integer(7)),
                due: try row.optionalInteger(8), reason: row.optionalText(9))
        }
    }

    public func redeliver(of job: JobID?, limit: Int) async throws -> Int {
        let values = [.init(limit)] + (job.map { [SQLValue($0)] } ?? [])
        return try await database.single(.normal, .redeliver(of: job), values).count
    }
}
