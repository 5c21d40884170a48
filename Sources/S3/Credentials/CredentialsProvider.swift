/// One place of the standard chain that may have credentials.
protocol CredentialsProvider: Sendable {
    /// Looks for credentials; blocks the thread while it requests them.
    ///
    /// - Throws: If the place is configured and has no usable credentials: another place must not replace it silently.
    func find() throws(CredentialsError) -> ProvidedCredentials
}

/// The result of a place that has no error.
enum ProvidedCredentials: Hashable, Sendable {
    case found(Credentials)
    /// The place is not configured, or is not on this host.
    case absent(CredentialsError.Attempt)

    static func absent(_ source: String, _ reason: String) -> Self {
        .absent(CredentialsError.Attempt(source: source, reason: reason))
    }
}
