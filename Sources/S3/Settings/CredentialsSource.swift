/// A source of credentials, which may block its caller's thread.
package protocol CredentialsSource: Sendable {
    /// Returns credentials that are valid now; each request asks for them.
    ///
    /// - Throws: `S3Error` with `NO_CREDENTIALS` or `EXPIRED_CREDENTIALS`.
    func credentials() throws(S3Error) -> Credentials

    /// Stops using credentials that a server has rejected as expired; those that replaced them since are not affected.
    func discard(_ rejected: Credentials)
}

/// Credentials that do not change.
package struct FixedCredentials: CredentialsSource {
    private let value: Credentials

    package init(_ value: Credentials) { self.value = value }

    package func credentials() -> Credentials { value }

    /// Has no effect: there are no others.
    package func discard(_ rejected: Credentials) {}
}
