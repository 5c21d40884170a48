import JobModel
import JobQueue

/// An undelivered event, in the form for users and scripts.
struct DeliveryView: Encodable {
    let job: String
    let event: String
    let sequence: Int64
    /// The time of the event.
    let time: String
    /// The receiver's host.
    let host: String
    let attempts: Int
    /// The time of the next attempt; `nil` for an abandoned delivery.
    let next: String?
    /// The reason why the last attempt failed.
    let reason: String?

    static let header = ["JOB", "EVENT", "TIME", "HOST", "ATTEMPTS", "NEXT", "REASON"]

    init(_ delivery: DeliveryRecord) {
        job = delivery.event.job.text
        event = delivery.event.kind.rawValue
        sequence = delivery.event.sequence
        time = Timestamp(delivery.event.time).text
        host = delivery.host
        attempts = delivery.attempts
        next = delivery.due.map { Timestamp($0).text }
        reason = delivery.reason
    }

    var row: [String] {
        [
            job, event, time, host.printable, "\(attempts)", next ?? "abandoned",
            (reason ?? "").printable,
        ]
    }

    private enum Key: String, CodingKey {
        case job, event, sequence, time, host, attempts, next, reason
    }

    /// Encodes all fields, those without a value as `null`.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(job, forKey: .job)
        try container.encode(event, forKey: .event)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(time, forKey: .time)
        try container.encode(host, forKey: .host)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(next, forKey: .next)
        try container.encode(reason, forKey: .reason)
    }
}
