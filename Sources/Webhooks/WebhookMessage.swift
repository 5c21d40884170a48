internal import JobModel
internal import JobQueue

/// A message to a webhook.
struct WebhookMessage: Sendable {
    let url: WebhookURL
    /// The idempotency key of the message, the same in every attempt.
    let id: String
    /// The kind of event.
    let event: String
    /// The body, in JSON.
    let body: String
}

extension WebhookMessage {
    init(_ delivery: Delivery, links: PackageLinks) throws {
        let event = delivery.event
        self.init(
            // The URL was checked at the submission; the address is checked at the connection.
            url: try WebhookURL(delivery.url, allowsPrivate: true),
            id: event.id,
            event: event.kind.rawValue, body: try JobEventPayload(event, links).json)
    }
}

extension JobEventPayload {
    /// Creates the payload that docs/webhooks.md specifies.
    fileprivate init(_ event: JobEvent, _ links: PackageLinks) {
        var package = JobResult(event.result)
        let urls = package.map(links.urls(of:))
        // `path` contains it.
        package?.output = nil
        self.init(
            id: event.id, event: event.kind.rawValue, job: event.job.text,
            time: Timestamp(event.time),
            sequence: event.sequence, error: event.failure.map(FailurePayload.init),
            package: package, urls: urls)
    }
}

extension FailurePayload {
    fileprivate init(_ failure: TaskFailure) {
        self.init(
            code: failure.code, message: failure.message, advice: failure.advice,
            retryable: !failure.isPermanent)
    }
}
