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

/// Why a webhook was not told.
struct WebhookFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Without the webhook's address, which may hold a secret.
    let reason: String
    /// Trying again cannot help.
    let isPermanent: Bool

    var description: String { reason }
}
