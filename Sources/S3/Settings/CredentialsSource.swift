/// A source of credentials, which may block its caller's thread.
package protocol CredentialsSource: Sendable {
    /// Returns credentials that are valid now; each request asks for them.
    ///
    /// - Throws: `S3Error` with `NO_CREDENTIALS` or `EXPIRED_CREDENTIALS`.
    func credentials() throws(S3Error) -> Credentials
}

/// Credentials that do not change.
package struct FixedCredentials: CredentialsSource {
    private let value: Credentials

    package init(_ value: Credentials) { self.value = value }

    package func credentials() -> Credentials { value }
}
