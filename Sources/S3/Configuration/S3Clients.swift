internal import Synchronization
internal import Transport

/// The clients of all buckets that a process uses, by its environment and its bucket settings.
///
/// Clients of one bucket with equal settings are one client, so that they share what it has learned about the server.
package final class S3Clients: Sendable {
    private let buckets: ConfiguredBuckets
    private let http: HTTPClient
    private let sendsConditions: Bool
    private let clients = Mutex<[String: [S3Client]]>([:])

    /// Creates the clients; no credentials are requested yet.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - settingsFile: The path of the bucket settings; `nil` for that which the environment names.
    ///   - userAgent: The value of the header `User-Agent`.
    ///   - sendsConditions: Whether writes send conditions; `false` prevails over the settings of every bucket.
    /// - Throws: Every mistake of the bucket settings.
    package init(
        environment: [String: String], settingsFile: String?, userAgent: String,
        sendsConditions: Bool = true
    ) throws(BucketSettingsError) {
        let http = HTTPClient(
            userAgent: userAgent, usesProxies: true,
            certificates: ProcessVariables(environment)["AWS_CA_BUNDLE"])
        let services = HTTPClient(userAgent: userAgent)
        self.http = http
        self.sendsConditions = sendsConditions
        buckets = ConfiguredBuckets(
            try BucketSettingsFile.load(settingsFile, environment: environment),
            over: StandardChain(
                environment: environment, fetcher: HTTPMetadataFetcher(http: services),
                signer: TokenSigner()))
    }

    /// Returns the client of the bucket of an object or prefix.
    ///
    /// - Throws: `S3Error` if the shared files cannot be read, or if an endpoint is no URL.
    package func client(for location: S3Location) throws(S3Error) -> S3Client {
        let access = try buckets.access(to: location.bucket, key: location.key)
        var settings = access.settings
        settings.sendsConditions = settings.sendsConditions && sendsConditions
        return clients.withLock { clients in
            let known = clients[location.bucket, default: []]
            if let client = known.first(where: {
                $0.settings == settings && $0.hasCredentials(access.credentials)
            }) {
                return client
            }
            let client = S3Client(
                bucket: location.bucket, settings: settings,
                credentials: access.credentials, http: http)
            clients[location.bucket, default: []].append(client)
            return client
        }
    }
}
