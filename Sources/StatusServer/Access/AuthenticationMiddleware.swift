internal import Hummingbird

/// Authenticates requests by token or session; without tokens, it accepts requests to loopback names only.
///
/// The middleware also rejects requests that another site's page may have sent.
struct AuthenticationMiddleware: RouterMiddleware {
    let tokens: AccessTokens?
    let routes: [Route]
    /// The response to a browser without a session.
    let loginPage: @Sendable () -> Response

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let presented = tokens?.token(presentedBy: request.headers[.authorization])
        var context = context
        if let tokens {
            let token = presented ?? tokens.token(ofSession: request.headers[.cookie])
            guard token != nil || isOpen(request.uri.path) else {
                guard request.uri.path != "/" else {
                    return loginPage()
                }
                throw Self.unauthorized
            }
            context.client = token.map(Client.token) ?? .unauthenticated
        } else {
            try checkHost(request)
            context.client = .local
        }
        // A page can make a browser send the cookie, but not the token.
        if presented == nil, mayChange(request) { try checkOrigin(request) }
        return try await next(request, context)
    }

    /// Whether a path needs no token: those of probes, which cannot present one, and the login form.
    private func isOpen(_ path: String) -> Bool {
        let matching = routes.filter { $0.path == path }
        return !matching.isEmpty && matching.allSatisfy { $0.permission == .open }
    }

    /// Rejects other host names: with DNS rebinding, a site's name resolves to this server and makes its pages same-origin.
    private func checkHost(_ request: Request) throws(APIError) {
        let authority = request.head.authority ?? ""
        let host =
            authority.hasPrefix("[")
            ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        guard ListenAddress.isLoopback(host) else {
            throw APIError(
                .wrongHost,
                "\(String(host.prefix(100)).debugDescription) is not a name of this server",
                advice: "use localhost or 127.0.0.1; other names require a token")
        }
    }

    /// Whether a route that changes something matches the request.
    private func mayChange(_ request: Request) -> Bool {
        ![.get, .head].contains(request.method)
            && routes.contains { $0.method == request.method && $0.matches(request.uri.path) }
    }

    /// Rejects cross-site requests: a request that changes something must come from this server's pages, or have a content type
    /// that needs a preflight.
    private func checkOrigin(_ request: Request) throws(APIError) {
        let isSameSite: Bool
        if let site = request.headers[name: "Sec-Fetch-Site"] {
            isSameSite = site == "same-origin" || site == "none"
        } else if let origin = request.headers[.origin] {
            isSameSite =
                origin.firstRange(of: "://").map {
                    origin[$0.upperBound...] == request.head.authority ?? ""
                } ?? false
        } else {
            isSameSite = request.isJSON
        }
        guard isSameSite else {
            throw APIError(
                .wrongOrigin, "the request may come from another site",
                advice: "send it with Content-Type: application/json, or with the token")
        }
    }

    private static let unauthorized: APIError = {
        var error = APIError(
            .unauthorized, "the request needs a token of the server",
            advice: "send it as Authorization: Bearer TOKEN, or log in at /")
        error.headers[.wwwAuthenticate] = "Bearer"
        return error
    }()
}
