/// The error of a failed delivery.
struct WebhookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The condition, without the URL, which may contain a secret.
    let message: String
    /// Whether a retry cannot succeed.
    let isPermanent: Bool

    var description: String { message }
}
