package import Errors

/// The condition of sources without credentials: every source that was tried, with the reason.
///
/// No text of it has a secret: reasons name variables, files, profiles and statuses, never contents.
package struct CredentialsError: Error, Hashable {
    /// A source that has no credentials.
    package struct Attempt: Hashable, Sendable, CustomStringConvertible {
        /// The source: "environment", "instance metadata".
        package let source: String
        /// The reason: "AWS_ACCESS_KEY_ID is not set".
        package let reason: String

        package var description: String { "\(source): \(reason)" }
    }

    /// In the order in which they were tried.
    package let attempts: [Attempt]
    package let retryability: Retryability

    package init(_ attempts: [Attempt], retryability: Retryability = .never) {
        self.attempts = attempts
        self.retryability = retryability
    }
}

extension CredentialsError {
    init(_ source: String, _ reason: String, retryability: Retryability = .never) {
        self.init([Attempt(source: source, reason: reason)], retryability: retryability)
    }
}

extension S3Error {
    /// The error of a request without credentials; one that a later attempt may not have is `S3_UNAVAILABLE`.
    init(_ error: CredentialsError) {
        let isTransient = error.retryability == .transient
        let reasons = error.attempts.map(\.description).joined(separator: "; ")
        self.init(
            isTransient ? .unavailable : .noCredentials, "credentials",
            "no source has credentials: \(reasons)",
            advice: isTransient
                ? "try again later" : "configure one of these sources for the process")
    }
}
