internal import Hummingbird

/// The form that takes the token from a browser, and gives it a cookie instead.
struct LoginPage: Sendable {
    let token: BearerToken?

    static func response(
        status: HTTPResponse.Status, note: String = "This server asks for its token."
    ) -> Response {
        let body: HTML = """
            <main class="login">
            <form method="post" action="/login">
            <h1>vtranscode</h1>
            <p>\(note)</p>
            <label for="token">Token</label>
            <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
            <button>Log in</button>
            </form>
            </main>
            """
        let page = HTML.page(title: "vtranscode", body: body, script: false)
        return .page(page.html, policy: page.policy, status: status)
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        Self.response(status: .ok)
    }

    /// Takes the form.
    func logIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        let form = String(decoding: try await request.body(atMost: 4096), as: UTF8.self)
        let shown = FormFields.read(form).first { $0.name == "token" }?.value
        guard let token, token.isEqual(to: shown ?? "") else {
            return Self.response(status: .unauthorized, note: "That is not this server's token.")
        }
        // Behind a proxy that speaks TLS the browser is not to send it without.
        let isSecure = request.headers[name: "X-Forwarded-Proto"]?.lowercased() == "https"
        let cookie = [
            "\(Sessions.cookie)=\(token.sessions.begin())", "Path=/",
            "Max-Age=\(Sessions.lifetime)", "HttpOnly", "SameSite=Strict",
        ]
        return Response(
            status: .seeOther,
            headers: [
                .location: "/",
                .setCookie: (cookie + (isSecure ? ["Secure"] : [])).joined(separator: "; "),
            ])
    }
}

extension Response {
    static func page(
        _ html: HTML, policy: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        var response = Response.text(html.text, "text/html; charset=utf-8", status: status)
        response.headers[name: "Content-Security-Policy"] = policy
        // By a stricter one, forms would be sent with `Origin: null`, and over plain http nothing else tells where they come from.
        response.headers[name: "Referrer-Policy"] = "same-origin"
        return response
    }
}
