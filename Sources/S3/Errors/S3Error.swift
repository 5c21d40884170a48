package import Errors

/// An error of object storage; its texts have no key, no token and no query of a URL.
package struct S3Error: CodedError {
    /// A stable code in upper case, documented in docs/codes.md.
    package enum Code: String, Sendable, CaseIterable {
        case url = "S3_URL"
        case endpoint = "S3_ENDPOINT"
        case unreachable = "S3_UNREACHABLE"
        case unavailable = "S3_UNAVAILABLE"
        case request = "S3_REQUEST"
        case wrongRegion = "WRONG_REGION"
        case clockSkew = "CLOCK_SKEW"
        case noCredentials = "NO_CREDENTIALS"
        case badCredentials = "BAD_CREDENTIALS"
        case expiredCredentials = "EXPIRED_CREDENTIALS"
        case expiredURL = "EXPIRED_URL"
        case accessDenied = "ACCESS_DENIED"
        case noSuchBucket = "NO_SUCH_BUCKET"
        case noSuchKey = "NO_SUCH_KEY"
        case archived = "ARCHIVED"
        case encryptionRequired = "ENCRYPTION_REQUIRED"
        case aclRefused = "ACL_REFUSED"
        case changed = "CHANGED"
        case noConditionalWrites = "NO_CONDITIONAL_WRITES"
        case unconfirmed = "WRITE_UNCONFIRMED"
        case cancelled = "REQUEST_CANCELLED"
    }

    package let code: Code
    /// The bucket, the object or the setting that the error is about: `s3://bucket/key`.
    package let subject: String
    /// The condition, for a person.
    package let message: String
    /// The remedy, for a person.
    package let advice: String
    /// The error that led to this one.
    package let cause: (any Error)?

    package init(
        _ code: Code, _ subject: String, _ message: String, advice: String,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.subject = subject
        self.message = message
        self.advice = advice
        self.cause = cause
    }

    /// Whether the same call can succeed later.
    package var retryability: Retryability {
        switch code {
        case .unreachable, .unavailable, .unconfirmed: .transient
        // Roles and policies may change, and host clocks may be set, while a job waits.
        case .clockSkew, .noCredentials, .expiredCredentials, .endpoint: .limited
        case .url, .request, .wrongRegion, .badCredentials, .expiredURL, .accessDenied,
            .noSuchBucket, .noSuchKey, .archived, .encryptionRequired, .aclRefused, .changed,
            .noConditionalWrites, .cancelled:
            .never
        }
    }

    package var description: String { "\(subject): \(line)" }
}
