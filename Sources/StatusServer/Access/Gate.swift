internal import Hummingbird

/// Who may ask: programs of this machine, or whoever shows the token; never another site's page.
struct Gate: RouterMiddleware {
    let token: BearerToken?
    let routes: [Route]
    /// The answer to a browser that shows no token.
    let loginPage: @Sendable () -> Response

    /// Without a token: what supervisors' probes ask, which cannot show one, and the form that takes it.
    private static let open: Set<String> = ["/healthz", "/readyz", "/login"]

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let showsToken = token?.isShown(by: request.headers[.authorization]) ?? false
        if let token {
            guard
                Self.open.contains(request.uri.path) || showsToken
                    || token.sessions.isNamed(by: request.headers[.cookie])
            else {
                guard request.uri.path != "/" else {
                    return loginPage()
                }
                throw Self.unauthorized
            }
        } else {
            try checkHost(request)
        }
        // A page cannot make a browser show the token, only the cookie.
        if !showsToken, mayChange(request) { try checkOrigin(request) }
        return try await next(request, context)
    }

    /// A site whose name is made to lead here would be of the same origin as this server, in its visitors' browsers.
    private func checkHost(_ request: Request) throws(APIError) {
        let authority = request.head.authority ?? ""
        let host =
            authority.hasPrefix("[")
            ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        guard ListenAddress.isLoopback(host) else {
            throw APIError(
                .wrongHost,
                "this server is not called \(String(host.prefix(100)).debugDescription)",
                advice: "use localhost or 127.0.0.1; for other names, start it with a token")
        }
    }

    /// Whether it leads to something that changes; what leads nowhere is told so.
    private func mayChange(_ request: Request) -> Bool {
        ![.get, .head].contains(request.method)
            && routes.contains { $0.method == request.method && $0.matches(request.uri.path) }
    }

    /// What changes something must come from this server's own pages, or be what no page can send unasked.
    private func checkOrigin(_ request: Request) throws(APIError) {
        let isOwn: Bool
        if let site = request.headers[name: "Sec-Fetch-Site"] {
            isOwn = site == "same-origin" || site == "none"
        } else if let origin = request.headers[.origin] {
            isOwn =
                origin.firstRange(of: "://").map {
                    origin[$0.upperBound...] == request.head.authority ?? ""
                } ?? false
        } else {
            isOwn = request.isJSON
        }
        guard isOwn else {
            throw APIError(
                .wrongOrigin, "this request may come from another site",
                advice: "send it with Content-Type: application/json, or show the token")
        }
    }

    private static let unauthorized: APIError = {
        var error = APIError(
            .unauthorized, "this needs the server's token",
            advice: "send it as Authorization: Bearer TOKEN, or log in at /")
        error.headers[.wwwAuthenticate] = "Bearer"
        return error
    }()
}
