internal import Synchronization

/// The settings and credentials of every bucket that a process uses.
///
/// Buckets with equal profiles and roles have one source of credentials, so that they share its requests.
package final class ConfiguredBuckets: Sendable {
    /// What a client of a bucket, or of a prefix of it, needs.
    package struct Access: Sendable {
        package let settings: BucketSettings
        package let credentials: RefreshedCredentials
    }

    private struct Identity: Hashable {
        let profile: String?
        let role: String?
    }

    private let file: BucketSettingsFile
    private let chain: StandardChain
    private let sources = Mutex<[Identity: RefreshedCredentials]>([:])

    package init(_ file: BucketSettingsFile, over chain: StandardChain) {
        self.file = file
        self.chain = chain
    }

    /// Returns what a client of an object, or of a prefix of keys, needs; requests no credentials yet.
    ///
    /// - Throws: `S3Error` if the shared files cannot be read, or if the chain's endpoint is no URL.
    package func access(to bucket: String, key: String) throws(S3Error) -> Access {
        let configuration = file.configuration(of: bucket, key: key)
        let settings = try configuration.settings(over: chain)
        let identity = Identity(profile: configuration.profile, role: configuration.role)
        let source = sources.withLock { sources in
            if let source = sources[identity] { return source }
            let source = chain.credentials(profile: identity.profile, role: identity.role)
            sources[identity] = source
            return source
        }
        return Access(settings: settings, credentials: source)
    }
}
