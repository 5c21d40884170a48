/// Credentials of a profile in the shared files: keys, a role with another profile's keys, or a role with a web identity.
struct ProfileCredentials: CredentialsProvider {
    /// The longest chain of `source_profile`, chosen because the AWS tools document one step.
    private static let maximumDepth = 8

    let environment: ProcessVariables
    let fetcher: any MetadataFetcher
    let service: TokenService
    /// The profile that the caller names; `nil` for `AWS_PROFILE`, else `default`.
    var profile: String?

    func find() throws(CredentialsError) -> ProvidedCredentials {
        let files = try SharedFiles(environment)
        let requested = profile ?? environment["AWS_PROFILE"]
        let name = requested ?? "default"
        guard let found = files.profile(name) else {
            let reason = "no profile `\(name)` in \(files.paths.joined(separator: " and "))"
            guard requested == nil else { throw CredentialsError(SharedFiles.source, reason) }
            return .absent(SharedFiles.source, reason)
        }
        return try credentials(of: found, in: files, isRequired: requested != nil, path: [name])
    }

    /// Returns the credentials of a profile; `path` has the names of the profiles that led to it, and its own as the last.
    private func credentials(
        of profile: SharedFiles.Profile, in files: SharedFiles, isRequired: Bool, path: [String]
    ) throws(CredentialsError) -> ProvidedCredentials {
        // A profile that is its own source has keys for its role.
        let isOwnSource = path.dropLast().last == profile.name
        if let role = profile.value(of: "role_arn"), !isOwnSource {
            return .found(try assumed(role, by: profile, in: files, path: path))
        }
        let key = profile.value(of: "aws_access_key_id")
        let secret = profile.value(of: "aws_secret_access_key")
        if let key, let secret {
            let token = profile.value(of: "aws_session_token")
            return .found(
                Credentials(accessKey: key, secretKey: secret, sessionToken: token))
        }
        guard key == nil, secret == nil else {
            throw failure(
                profile,
                "\(key == nil ? "aws_access_key_id" : "aws_secret_access_key") is missing")
        }
        let unsupported = ["credential_process", "sso_session", "sso_start_url", "login_session"]
        if let found = unsupported.first(where: { profile.value(of: $0) != nil }) {
            throw failure(profile, "\(found) is not supported")
        }
        let attempt = failure(profile, "no keys and no role").attempts
        guard !isRequired, let attempt = attempt.first else { throw CredentialsError(attempt) }
        return .absent(attempt)
    }

    private func assumed(
        _ role: String, by profile: SharedFiles.Profile, in files: SharedFiles, path: [String]
    ) throws(CredentialsError) -> Credentials {
        let request = TokenService.RoleRequest(
            role: role,
            session: profile.value(of: "role_session_name"),
            externalID: profile.value(of: "external_id"),
            duration: profile.value(of: "duration_seconds").flatMap { Int($0) },
            region: profile.value(of: "region"),
            endpoint: files.endpoint(of: "sts", for: profile),
            source: "\(SharedFiles.source): profile `\(profile.name)`")
        if let file = profile.value(of: "web_identity_token_file") {
            let token = try TokenText.read(
                environment.expandingHome(file), named: "web_identity_token_file",
                for: request.source)
            return try service.assume(request, webIdentity: token)
        }
        let base: ProvidedCredentials
        switch (profile.value(of: "source_profile"), profile.value(of: "credential_source")) {
        case (let name?, _):
            guard !path.dropLast().contains(name), path.count < Self.maximumDepth else {
                throw failure(profile, "`source_profile` leads back to it, or too far")
            }
            guard let next = files.profile(name) else {
                throw failure(profile, "`source_profile`: there is no profile `\(name)`")
            }
            base = try credentials(of: next, in: files, isRequired: true, path: path + [name])
        case (nil, "Environment"):
            base = try EnvironmentCredentials(environment: environment).find()
        case (nil, "EcsContainer"):
            base = try ContainerCredentials(environment: environment, fetcher: fetcher).find()
        case (nil, "Ec2InstanceMetadata"):
            base = try InstanceCredentials(environment: environment, fetcher: fetcher).find()
        case (nil, _?):
            throw failure(
                profile,
                "`credential_source` is not Environment, EcsContainer or Ec2InstanceMetadata")
        case (nil, nil):
            throw failure(
                profile,
                "role_arn without source_profile, credential_source or web_identity_token_file")
        }
        switch base {
        case .found(let credentials): return try service.assume(request, with: credentials)
        case .absent(let attempt): throw failure(profile, attempt.description)
        }
    }

    private func failure(_ profile: SharedFiles.Profile, _ reason: String) -> CredentialsError {
        CredentialsError(SharedFiles.source, "profile `\(profile.name)`: \(reason)")
    }
}
