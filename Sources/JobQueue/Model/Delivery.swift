/// An event that is due for delivery to a webhook.
public struct Delivery: Sendable, Hashable {
    /// The identifier by which the caller ends the delivery.
    public let id: Int64
    /// The receiver's URL, which may contain a secret.
    public let url: String
    /// The URL's host, in lower case.
    public let host: String
    public let event: JobEvent
    /// The number of attempts before this one.
    public let attempts: Int
}

/// An undelivered event: its delivery is pending, or was abandoned.
public struct DeliveryRecord: Sendable, Hashable {
    public let event: JobEvent
    /// The receiver's host, in lower case; the whole URL may contain a secret.
    public let host: String
    /// The number of attempts so far.
    public let attempts: Int
    /// The time of the next attempt, in milliseconds since 1970; `nil` for an abandoned delivery.
    public let due: Int64?
    /// The reason why the last attempt failed.
    public let reason: String?
}
