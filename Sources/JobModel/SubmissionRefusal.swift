/// The reason why a submission becomes no job.
public struct SubmissionRefusal: Error, Sendable, Hashable {
    /// A code of docs/codes.md.
    public let code: String
    /// What is wrong, as a sentence for a person.
    public let message: String
    /// What to do, as a sentence for a person.
    public let advice: String

    public init(code: String, message: String, advice: String) {
        self.code = code
        self.message = message
        self.advice = advice
    }
}
