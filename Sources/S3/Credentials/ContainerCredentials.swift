internal import Foundation

/// Credentials of a container's role: from the agent of ECS, or of EKS Pod Identity.
struct ContainerCredentials: CredentialsProvider {
    static let source = "container credentials"
    /// The duration of the request, in seconds, as that of the AWS tools.
    static let timeout = 2.0
    /// Hosts to which a token may be sent without encryption, as in the AWS tools: ECS, EKS by IPv4 and by IPv6.
    private static let agents: Set = ["169.254.170.2", "169.254.170.23", "fd00:ec2::23"]

    let environment: ProcessVariables
    let fetcher: any MetadataFetcher

    func find() throws(CredentialsError) -> ProvidedCredentials {
        guard let url = try url() else {
            return .absent(Self.source, "no AWS_CONTAINER_CREDENTIALS_ variable is set")
        }
        var request = MetadataRequest(method: .get, url: url, timeout: Self.timeout)
        if let token = try token() { request.headers = [("Authorization", token)] }
        request.headers.append(("Accept", Secret("application/json")))
        let body = try fetcher.body(of: request, for: Self.source)
        return .found(try ServedCredentials.credentials(in: body, of: Self.source))
    }

    /// The URL, which is not shown in errors: its path is a secret in ECS.
    private func url() throws(CredentialsError) -> String? {
        if let path = environment["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] {
            guard path.hasPrefix("/"), URLComponents(string: "http://169.254.170.2" + path) != nil
            else {
                throw CredentialsError(
                    Self.source, "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is not a path")
            }
            return "http://169.254.170.2" + path
        }
        let variable = "AWS_CONTAINER_CREDENTIALS_FULL_URI"
        guard let text = environment[variable] else { return nil }
        guard let url = URLComponents(string: text, encodingInvalidCharacters: false),
            let host = url.host, !host.isEmpty, url.user == nil
        else { throw CredentialsError(Self.source, "\(variable) is not a URL") }
        switch url.scheme?.lowercased() {
        case "https": break
        case "http" where LoopbackHost.isLoopback(host): break
        case "http" where Self.agents.contains(LoopbackHost.withoutBrackets(host)): break
        default:
            throw CredentialsError(
                Self.source,
                "\(variable) names a host that is neither https nor on this host or an agent")
        }
        return text
    }

    /// The token of the request; a file is read each time, because the agent of EKS replaces it.
    private func token() throws(CredentialsError) -> Secret? {
        let fileVariable = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"
        let variable = "AWS_CONTAINER_AUTHORIZATION_TOKEN"
        let token: Secret
        if let path = environment[fileVariable] {
            token = try TokenText.read(path, named: fileVariable, for: Self.source)
        } else if let text = environment[variable] {
            token = Secret(text)
        } else {
            return nil
        }
        guard HeaderText.isValid(token) else {
            throw CredentialsError(Self.source, "the authorization token is not valid")
        }
        return token
    }
}
