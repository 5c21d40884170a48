/// The failure of a job or of a task, in the form for clients.
public struct FailurePayload: Payload {
    /// A code of docs/codes.md.
    public var code: String
    /// The condition, as a sentence for a person.
    public var message: String
    /// The remedy, as a sentence for a person.
    public var advice: String
    /// Whether a retry can succeed.
    public var retryable: Bool

    public init(code: String, message: String, advice: String, retryable: Bool) {
        self.code = code
        self.message = message
        self.advice = advice
        self.retryable = retryable
    }
}
