internal import Logging

/// The client of a request, with its rights.
enum Client: Sendable {
    /// A client of a server without tokens, which has all rights.
    case local
    /// A client without a valid token, which has access to open routes only.
    case unauthenticated
    /// A client with a token.
    case token(AccessToken)

    private var token: AccessToken? {
        if case .token(let token) = self { token } else { nil }
    }

    /// The tenant whose jobs the client may access; `nil` for all.
    var tenant: String? { token?.tenant }

    func has(_ permission: Permission) -> Bool {
        switch self {
        case .local: true
        case .unauthenticated: permission == .open
        case .token(let token):
            permission.roles.contains(token.role)
                && (permission != .readService || token.tenant == nil)
        }
    }

    /// Whether the client's token is still valid, with the same rights.
    func isValid(in tokens: AccessTokens?) -> Bool {
        token.map { tokens?.contains($0) == true } ?? true
    }

    func mayAccess(_ tenant: String) -> Bool { self.tenant == nil || self.tenant == tenant }

    /// The client in log messages; the token is named by its line.
    var metadata: Logger.Metadata {
        guard let token else { return ["client": "local"] }
        var metadata: Logger.Metadata = ["role": "\(token.role)"]
        metadata["client"] = token.line.map { "token of line \($0)" } ?? "token"
        if let tenant = token.tenant { metadata["tenant"] = "\(tenant)" }
        return metadata
    }
}
