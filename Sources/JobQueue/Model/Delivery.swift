/// An event that a webhook is to be told of now.
public struct Delivery: Sendable, Hashable {
    public let id: Int64
    public let url: String
    /// The address's host, lower case.
    public let host: String
    public let event: JobEvent
    /// Attempts so far, without this one.
    public let attempts: Int
}

/// An event that a webhook was not told of yet, or never will be.
public struct DeliveryRecord: Sendable, Hashable {
    public let event: JobEvent
    /// The receiver's, lower case; the whole address may hold a secret.
    public let host: String
    /// So far.
    public let attempts: Int
    /// When it is tried next, in milliseconds since 1970; `nil`: it was given up.
    public let due: Int64?
    /// Why the last attempt failed.
    public let reason: String?
}
