/// Credentials of a role for a token of the platform, as Kubernetes mounts it (EKS: IAM roles for service accounts).
struct WebIdentityCredentials: CredentialsProvider {
    static let source = "web identity"

    let environment: ProcessVariables
    let service: TokenService

    func find() throws(CredentialsError) -> ProvidedCredentials {
        guard let file = environment["AWS_WEB_IDENTITY_TOKEN_FILE"] else {
            return .absent(Self.source, "AWS_WEB_IDENTITY_TOKEN_FILE is not set")
        }
        guard let role = environment["AWS_ROLE_ARN"] else {
            throw CredentialsError(
                Self.source, "AWS_WEB_IDENTITY_TOKEN_FILE is set, and AWS_ROLE_ARN is not")
        }
        // Read each time: the platform replaces the file.
        let token = try TokenText.read(
            environment.expandingHome(file), named: "AWS_WEB_IDENTITY_TOKEN_FILE", for: Self.source)
        let request = TokenService.RoleRequest(
            role: role, session: environment["AWS_ROLE_SESSION_NAME"], source: Self.source)
        return .found(try service.assume(request, webIdentity: token))
    }
}
