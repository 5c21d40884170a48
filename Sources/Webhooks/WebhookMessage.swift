internal import JobModel
internal import JobQueue

/// What a webhook is told.
struct WebhookMessage: Sendable {
    let url: WebhookURL
    /// The same in every attempt, so that a receiver can tell a repeated message.
    let id: String
    /// The kind of event.
    let event: String
    /// JSON.
    let body: String
}

extension WebhookMessage {
    init(_ delivery: Delivery) throws {
        let event = delivery.event
        self.init(
            // Addresses were looked at when the job came; where they lead is looked at when it is connected to.
            url: try WebhookURL(delivery.url, allowsPrivate: true),
            id: "\(event.job.text)-\(event.sequence)",
            event: event.kind.rawValue, body: try JobEventPayload(event).json)
    }
}

extension JobEventPayload {
    /// What docs/webhooks.md describes.
    fileprivate init(_ event: JobEvent) {
        var package = JobResult(event.result)
        // It is the first part of `path`.
        package?.output = nil
        self.init(
            event: event.kind.rawValue, job: event.job.text, time: Timestamp(event.time),
            sequence: event.sequence, error: event.failure.map(FailurePayload.init),
            package: package)
    }
}

extension FailurePayload {
    fileprivate init(_ failure: TaskFailure) {
        self.init(
            code: failure.code, message: failure.message, advice: failure.advice,
            retryable: !failure.isPermanent)
    }
}
