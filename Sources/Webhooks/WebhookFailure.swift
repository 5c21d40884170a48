/// Why a webhook was not told.
struct WebhookFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Without the webhook's address, which may hold a secret.
    let reason: String
    /// Trying again cannot help.
    let isPermanent: Bool

    var description: String { reason }
}
