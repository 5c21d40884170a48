extension Client {
    /// Returns the tenant of a request that may name one.
    ///
    /// - Throws: `APIError` if the client may not access the tenant.
    func tenant(requested: String?) throws(APIError) -> String? {
        guard let tenant else { return requested }
        guard requested == nil || requested == tenant else {
            throw APIError(
                .forbidden, "the token is for another tenant",
                advice: "omit the tenant, or use a token of this tenant")
        }
        return tenant
    }

    /// The error of a request without the permission of its route.
    func forbidden(_ permission: Permission) -> APIError {
        let isScoped = permission == .readService && tenant != nil
        let roles = Role.allCases.filter(permission.roles.contains).map(\.rawValue)
        return APIError(
            .forbidden,
            isScoped
                ? "the token is for one tenant" : "the token's role does not permit this request",
            advice: isScoped
                ? "use a token without a tenant"
                : "use a token with the role \(roles.joined(separator: " or "))")
    }
}
