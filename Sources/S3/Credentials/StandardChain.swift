internal import Foundation

/// The standard chain of the AWS tools: where credentials, region and endpoint of a process come from.
package struct StandardChain: Sendable {
    private let environment: ProcessVariables
    private let fetcher: any MetadataFetcher
    private let service: TokenService
    private let now: @Sendable () -> Double

    /// Creates a chain over the variables of the process.
    package init(
        environment: [String: String], fetcher: any MetadataFetcher,
        signer: any TokenRequestSigner,
        now: @escaping @Sendable () -> Double = {
            Date.now.timeIntervalSince1970
        }
    ) {
        let variables = ProcessVariables(environment)
        self.environment = variables
        self.fetcher = fetcher
        self.now = now
        service = TokenService(
            environment: variables, fetcher: fetcher, signer: signer, now: now)
    }

    /// Returns a source that looks for credentials at its first use, and replaces them before they expire.
    ///
    /// - Parameters:
    ///   - profile: A profile of the shared files, which is then the only place; `nil` for the chain: environment, shared files,
    ///     web identity, container, instance metadata.
    ///   - role: The ARN of a role to assume with these credentials; `nil` for none.
    /// - Returns: One source for all requests of a profile and role, so that they share a refresh.
    package func credentials(profile: String? = nil, role: String? = nil) -> RefreshedCredentials {
        let shared = ProfileCredentials(
            environment: environment, fetcher: fetcher, service: service, profile: profile)
        let places: [any CredentialsProvider] = [
            EnvironmentCredentials(environment: environment), shared,
            WebIdentityCredentials(environment: environment, service: service),
            ContainerCredentials(environment: environment, fetcher: fetcher),
            InstanceCredentials(environment: environment, fetcher: fetcher),
        ]
        let base = CredentialsChain(providers: profile == nil ? places : [shared])
        guard let role else { return RefreshedCredentials(base, now: now) }
        return RefreshedCredentials(
            RoleCredentials(role: role, base: base, service: service), now: now)
    }

    /// Returns the region: of the environment, else of the profile; `nil` if neither has one.
    ///
    /// A profile that the caller names prevails over the environment.
    package func region(profile: String? = nil) throws(S3Error) -> String? {
        let variables = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"]
        let own = try self.profile(profile).profile?.value(of: "region")
        return profile == nil ? variables ?? own : own ?? variables
    }

    /// Returns the URL of the S3 API: of the environment, else of the profile; `nil` for that of AWS.
    package func endpoint(profile: String? = nil) throws(S3Error) -> String? {
        guard !environment.isTrue("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS") else { return nil }
        let variables = environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"]
        let (files, found) = try self.profile(profile)
        let own = found.flatMap { files.endpoint(of: "s3", for: $0) }
        return profile == nil ? variables ?? own : own ?? variables
    }

    /// Returns `s3 = addressing_style` of the profile; `nil` if it has none.
    package func addressingStyle(profile: String? = nil) throws(S3Error) -> String? {
        try self.profile(profile).profile?.value(of: "addressing_style", in: "s3")
    }

    /// Returns warnings about files with secrets that other users may read.
    package func warnings() throws(S3Error) -> [String] {
        try files().warnings
    }

    private func profile(
        _ name: String?
    ) throws(S3Error) -> (files: SharedFiles, profile: SharedFiles.Profile?) {
        let files = try files()
        return (files, files.profile(name ?? environment["AWS_PROFILE"] ?? "default"))
    }

    private func files() throws(S3Error) -> SharedFiles {
        do {
            return try SharedFiles(environment)
        } catch {
            throw S3Error(error)
        }
    }
}
