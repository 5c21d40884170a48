/// The failure of a job or of a task, as clients get it.
public struct FailurePayload: Payload {
    /// A code of docs/codes.md.
    public var code: String
    /// What happened, as a sentence for a person.
    public var message: String
    /// What to do, as a sentence for a person.
    public var advice: String
    /// Whether another attempt can succeed.
    public var retryable: Bool

    public init(code: String, message: String, advice: String, retryable: Bool) {
        self.code = code
        self.message = message
        self.advice = advice
        self.retryable = retryable
    }
}
