public import Errors

/// The error of a secret key that is missing or cannot be used.
public struct SecretKeyError: CodedError {
    public enum Code: String, Sendable, CaseIterable {
        /// No key is configured, or not the one that encrypted a query.
        case missing = "NO_SECRET_KEY"
        /// The text of a configured key is not valid.
        case invalid = "BAD_SECRET_KEY"
        /// An encrypted query was changed, or belongs to another URL.
        case unreadable = "UNREADABLE_QUERY"
    }

    public let code: Code
    /// The condition, as a sentence for a person, without a key or a query.
    public let message: String
    /// The remedy, as a sentence for a person.
    public let advice: String

    init(_ code: Code, _ message: String, advice: String) {
        (self.code, self.message, self.advice) = (code, message, advice)
    }

    /// The error of a job whose query cannot be stored.
    static func noKey(for url: String) -> SecretKeyError {
        SecretKeyError(
            .missing, "\(url): the query of its URL may be a secret, and no key encrypts it",
            advice:
                "configure a secret key for submitters and workers, or submit a URL without a query"
        )
    }

    /// The error of a job that another key encrypted.
    static func otherKey(_ id: Substring, for url: String) -> SecretKeyError {
        SecretKeyError(
            .missing, "\(url): this worker does not have the key \(id), which encrypted its query",
            advice: "configure the secret key of the submitter for every worker")
    }

    /// The error of a query that its own key does not decrypt.
    public static func unreadable(for url: String) -> SecretKeyError {
        SecretKeyError(
            .unreadable, "\(url): the stored query of its URL cannot be decrypted",
            advice: "submit the upload again")
    }

    /// The error of a key's text.
    static func invalid(line: Int) -> SecretKeyError {
        SecretKeyError(
            .invalid, "line \(line) of the secret keys is not 32 bytes in Base64",
            advice: "create a key with openssl rand -base64 32")
    }
}
