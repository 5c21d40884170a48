/// Credentials of a role that the credentials of other places may assume.
struct RoleCredentials: CredentialsProvider {
    static let source = "role"

    let role: String
    let base: any CredentialsProvider
    let service: TokenService

    func find() throws(CredentialsError) -> ProvidedCredentials {
        guard case .found(let credentials) = try base.find() else {
            throw CredentialsError(Self.source, "there are no credentials that could assume it")
        }
        let request = TokenService.RoleRequest(role: role, source: Self.source)
        return .found(try service.assume(request, with: credentials))
    }
}
