/// Places that may have credentials, in their order; the first that is configured counts.
struct CredentialsChain: CredentialsProvider {
    let providers: [any CredentialsProvider]

    /// - Throws: If no place is configured, or if one is and has no usable credentials; with every place that was tried.
    func find() throws(CredentialsError) -> ProvidedCredentials {
        var attempts: [CredentialsError.Attempt] = []
        for provider in providers {
            do {
                switch try provider.find() {
                case .found(let credentials): return .found(credentials)
                case .absent(let attempt): attempts.append(attempt)
                }
            } catch {
                throw CredentialsError(
                    attempts + error.attempts, retryability: error.retryability)
            }
        }
        throw CredentialsError(attempts)
    }
}
