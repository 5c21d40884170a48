/// Credentials of the role of an EC2 instance, from its metadata service, version 2 (IMDSv2).
///
/// Version 1, which has no token, is not used: a request that an attacker made this process send could read it.
struct InstanceCredentials: CredentialsProvider {
    static let source = "instance metadata"
    /// The duration of each request, in seconds: the service is on the host; the AWS tools wait as long.
    static let timeout = 1.0

    let environment: ProcessVariables
    let fetcher: any MetadataFetcher

    func find() throws(CredentialsError) -> ProvidedCredentials {
        guard !environment.isTrue("AWS_EC2_METADATA_DISABLED") else {
            return .absent(Self.source, "AWS_EC2_METADATA_DISABLED is true")
        }
        let address = environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? "http://169.254.169.254"
        let base = (address.hasSuffix("/") ? String(address.dropLast()) : address) + "/latest"
        let token: Secret
        let role: String
        do {
            token = try self.token(base)
            role = try self.role(base, token)
        } catch {
            // Hosts elsewhere have no such service.
            return .absent(Self.source, error.attempts.last?.reason ?? "no response")
        }
        let request = request(.get, "\(base)\(Self.roles)\(role)", token)
        let body = try fetcher.body(of: request, for: Self.source)
        return .found(try ServedCredentials.credentials(in: body, of: Self.source))
    }

    private static let roles = "/meta-data/iam/security-credentials/"

    private func token(_ base: String) throws(CredentialsError) -> Secret {
        var request = MetadataRequest(
            method: .put, url: "\(base)/api/token", timeout: Self.timeout)
        // Six hours, the longest that the service allows.
        request.headers = [("X-aws-ec2-metadata-token-ttl-seconds", Secret("21600"))]
        let token = try fetcher.body(of: request, for: Self.source)
        guard HeaderText.isValid(token) else {
            throw CredentialsError(Self.source, "the service's token is not valid")
        }
        return token
    }

    private func role(_ base: String, _ token: Secret) throws(CredentialsError) -> String {
        let body = try fetcher.body(
            of: request(.get, base + Self.roles, token), for: Self.source)
        let name = body.reveal().split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        // The characters of a role's name (IAM, CreateRole), all of which may stand in a URL.
        guard !name.isEmpty, name.utf8.count <= 64,
            name.unicodeScalars.allSatisfy({
                FormText.isUnreserved($0) || "+=,@".contains(Character($0))
            })
        else { throw CredentialsError(Self.source, "the instance has no role") }
        return name
    }

    private func request(
        _ method: MetadataRequest.Method, _ url: String, _ token: Secret
    ) -> MetadataRequest {
        MetadataRequest(
            method: method, url: url, headers: [("X-aws-ec2-metadata-token", token)],
            timeout: Self.timeout)
    }
}
