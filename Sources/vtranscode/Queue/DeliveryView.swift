import JobModel
import JobQueue

/// An event that a webhook was not told of, as people and scripts see it.
struct DeliveryView: Encodable {
    let job: String
    let event: String
    let sequence: Int64
    /// When it happened.
    let time: String
    /// The receiver's.
    let host: String
    let attempts: Int
    /// When it is tried next; `nil`: it was given up.
    let next: String?
    /// Why the last attempt failed.
    let reason: String?

    static let header = ["JOB", "EVENT", "HAPPENED", "HOST", "ATTEMPTS", "NEXT", "REASON"]

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
            job, event, time, host.printable, "\(attempts)", next ?? "given up",
            (reason ?? "").printable,
        ]
    }

    private enum Key: String, CodingKey {
        case job, event, sequence, time, host, attempts, next, reason
    }

    /// Every key is there, as those of a job.
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
