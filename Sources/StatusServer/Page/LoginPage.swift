internal import Hummingbird

/// The login form, which exchanges a token for a session cookie.
struct LoginPage: Sendable {
    let tokens: AccessTokens?

    static func response(
        status: HTTPResponse.Status, note: String = "Enter a token of the server."
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

    /// Handles the form.
    func logIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        let form = String(decoding: try await request.body(atMost: 4096), as: UTF8.self)
        let presented = FormFields.read(form).first { $0.name == "token" }?.value
        guard let token = tokens?.token(equalTo: presented ?? "") else {
            return Self.response(status: .unauthorized, note: "The token is invalid.")
        }
        guard Client.token(token).has(.readQueue) else {
            return Self.response(
                status: .forbidden, note: "The token's role does not permit the status page.")
        }
        // Behind a proxy with TLS, the browser must not send the cookie without TLS.
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
        // With a stricter policy, forms are sent with `Origin: null`, and plain http has no other header that names their origin.
        response.headers[name: "Referrer-Policy"] = "same-origin"
        return response
    }
}
