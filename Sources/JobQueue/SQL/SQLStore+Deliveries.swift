extension SQLStatement {
    fileprivate static let claimDeliveries = SQLStatement(
        "claim_deliveries",
        """
        UPDATE delivery SET attempts = attempts + 1, due = {now} + 60000
        WHERE id IN (SELECT id FROM delivery WHERE due <= {now} OR due > {now} + $2 ORDER BY due LIMIT $1 {lock skipping})
        RETURNING id, url, attempts, event
        """)
    fileprivate static let eventOfDelivery = SQLStatement(
        "event_of_delivery", "SELECT id, job, kind, time, failure, result FROM event WHERE id = $1")
    fileprivate static let delivered = SQLStatement(
        "delivered", "DELETE FROM delivery WHERE id = $1")
    fileprivate static let deliveryAttempts = SQLStatement(
        "delivery_attempts", "SELECT attempts FROM delivery WHERE id = $1 {lock}")
    fileprivate static let postponeDelivery = SQLStatement(
        "postpone_delivery",
        "UPDATE delivery SET reason = $2, due = CASE WHEN $3 < 0 THEN NULL ELSE {now} + $3 END WHERE id = $1"
    )
}

extension SQLStore {
    public func claimDeliveries(count: Int) async throws -> [Delivery] {
        let longest = Int64(max(60, policy.longestBackoff) * 1000)
        return try await transaction { session in
            let rows = try session.rows(
                .claimDeliveries, [.init(count), .integer(longest)])
            return try rows.compactMap { row in
                guard let event = try session.row(.eventOfDelivery, [row.values[3]]) else {
                    return nil
                }
                return Delivery(
                    id: try row.integer(0), url: try row.text(1), event: try JobEvent(event),
                    attempts: Int(try row.integer(2)) - 1)
            }.sorted { $0.event.sequence < $1.event.sequence }
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
            let isOver = isPermanent || attempts >= policy.deliveries
            let wait = isOver ? -1 : Int64(policy.delay(after: attempts) * 1000)
            try session.run(
                .postponeDelivery, [.integer(id), .text(reason), .integer(wait)])
        }
    }
}
