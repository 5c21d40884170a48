import Foundation
import JobQueue
import Testing

@testable import StatusServer

@Suite(.timeLimit(.minutes(20))) struct AuthenticationTests {
    private static let token = "s3cret"

    private func guarded(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.run { settings, _, _ in
            settings.tokens = AccessTokens([AccessToken(secret: Self.token)])
        } _: {
            try await body($0)
        }
    }

    @Test func onlyLoopbackNamesAreAccepted() async throws {
        try await TestServer.run { server in
            for host in ["localhost", "127.0.0.1:1", "[::1]:80", "LOCALHOST:9"] {
                #expect(try await server.client.get("/healthz", ["Host": host]).status == 200)
            }
            for host in [
                "evil.example", "evil.example:80", "localhost.evil.example", "10.0.0.1", "[::2]",
            ] {
                for path in ["/healthz", "/", "/api/v1/jobs", "/missing"] {
                    let response = try await server.client.get(path, ["Host": host])
                    #expect(response.status == 421)
                    #expect(response.string("error.code") == "WRONG_HOST")
                }
            }
        }
    }

    @Test func allPathsExceptHealthNeedTheToken() async throws {
        try await guarded { server in
            for path in [
                "/metrics", "/api/v1/jobs", "/api/v1/stats", "/missing",
                "/jobs/x/poster",
            ] {
                let without = try await server.client.get(path)
                #expect(without.status == 401)
                #expect(without.string("error.code") == "UNAUTHORIZED")
                #expect(without.headers["www-authenticate"] == "Bearer")
                let wrong = try await server.client.get(path, ["Authorization": "Bearer guess"])
                #expect(wrong.status == 401)
            }
            let shown = ["Authorization": "Bearer \(Self.token)", "Host": "queue.example"]
            #expect(try await server.client.get("/api/v1/jobs", shown).status == 200)
            #expect(try await server.client.get("/healthz").status == 200)
            #expect(try await server.client.get("/readyz").status == 200)
            #expect(try await server.client.send("PUT", "/api/v1/jobs").status == 401)
        }
    }

    @Test func browserLogsInWithAForm() async throws {
        try await guarded { server in
            let page = try await server.client.get("/")
            #expect(page.status == 401)
            #expect(page.text.contains("<form method=\"post\" action=\"/login\">"))
            let form = [
                "Content-Type": "application/x-www-form-urlencoded",
                "Sec-Fetch-Site": "same-origin",
            ]
            let wrong = try await server.client.post("/login", form, body: "token=guess")
            #expect(wrong.status == 401)
            #expect(wrong.headers["set-cookie"] == nil)

            let right = try await server.client.post("/login", form, body: "token=s3%63ret")
            #expect(right.status == 303)
            let cookie = try #require(right.headers["set-cookie"])
            #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"))
            #expect(!cookie.contains(Self.token) && !cookie.contains("Secure"))
            let proxied = form.merging(["X-Forwarded-Proto": "https"]) { $1 }
            let secure = try await server.client.post(
                "/login", proxied, body: "token=\(Self.token)")
            #expect(secure.headers["set-cookie"]?.hasSuffix("; Secure") == true)
            let shown = ["Cookie": String(cookie.prefix { $0 != ";" })]
            #expect(try await server.client.get("/", shown).text.contains("<main"))
            #expect(try await server.client.get("/api/v1/stats", shown).status == 200)
        }
    }

    /// Servers of the same service, and a restarted one, share the token.
    @Test func sessionIsValidForAllServersWithTheToken() async throws {
        let cookie = "\(Sessions.cookie)=\(AccessToken(secret: Self.token).sessions.begin())"
        try await guarded { server in
            let response = try await server.client.get("/api/v1/stats", ["Cookie": cookie])
            #expect(response.status == 200)
            let id = try await server.store.add("/in/a.mp4")
            let path = "/api/v1/jobs/\(id)/cancel"
            let site = ["Cookie": cookie, "Sec-Fetch-Site": "cross-site"]
            let other = try await server.client.post(path, site)
            #expect(other.status == 403)
        }
        try await TestServer.run { settings, _, _ in
            settings.tokens = AccessTokens([AccessToken(secret: "another")])
        } _: { server in
            let response = try await server.client.get("/api/v1/stats", ["Cookie": cookie])
            #expect(response.status == 401)
        }
    }

    /// Over plain http at a name other than localhost, browsers send no Sec-Fetch-Site, and depending on the page's policy
    /// `Origin: null`.
    @Test func browserLogsInOverPlainHTTP() async throws {
        try await guarded { server in
            let host = ["Host": "queue.example:8080"]
            let page = try await server.client.get("/", host)
            #expect(page.headers["referrer-policy"] == "same-origin")
            let form = [
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": "http://queue.example:8080",
            ].merging(host) { $1 }
            let response = try await server.client.post(
                "/login", form, body: "token=\(Self.token)")
            #expect(response.status == 303)
        }
        try await TestServer.run { server in
            let page = try await server.client.get("/")
            #expect(page.headers["referrer-policy"] == "same-origin")
            let other = try await server.client.get("/api/v1/jobs")
            #expect(other.headers["referrer-policy"] == "no-referrer")
        }
    }

    /// Headers of cross-site requests.
    @Test(arguments: [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
        ["Content-Type": "text/plain"], ["Content-Type": "application/x-www-form-urlencoded"],
        ["Content-Type": ""],
    ])
    func crossSiteRequestIsRejected(_ headers: [String: String]) async throws {
        try await TestServer.run { server in
            let id = try await server.store.add("/in/a.mp4")
            let response = try await server.client.post("/api/v1/jobs/\(id)/cancel", headers)
            #expect(response.status == 403)
            #expect(response.string("error.code") == "WRONG_ORIGIN")
            #expect(try await server.store.job(id)?.state == .queued)
        }
    }

    /// A request without a route changes nothing; the response lists the allowed methods.
    @Test func wrongMethodIsReported() async throws {
        try await guarded { server in
            let id = try await server.store.add("/in/a.mp4")
            #expect(try await server.client.send("DELETE", "/api/v1/jobs/\(id)").status == 401)
        }
        try await TestServer.run { server in
            let id = try await server.store.add("/in/a.mp4")
            let ways = [
                ("DELETE", "/api/v1/jobs/\(id)", "GET, HEAD"),
                ("PUT", "/api/v1/jobs", "GET, HEAD, POST"),
                ("DELETE", "/api/v1/jobs/\(id)/cancel", "POST"),
            ]
            for (method, path, allowed) in ways {
                let response = try await server.client.send(method, path)
                #expect(response.status == 405)
                #expect(response.headers["allow"] == allowed)
            }
        }
    }

    @Test func sameSiteRequestIsAccepted() async throws {
        try await TestServer.run { server in
            let own = "http://127.0.0.1:\(server.client.port)"
            for headers in [
                ["Sec-Fetch-Site": "same-origin", "Content-Type": ""],
                ["Origin": own, "Content-Type": ""],
                ["Content-Type": "application/json; charset=utf-8"],
            ] {
                let id = try await server.store.add("/in/\(headers.count).mp4")
                let response = try await server.client.post("/api/v1/jobs/\(id)/cancel", headers)
                #expect(response.status == 200)
                #expect(response.string("status") == "cancelled")
            }
        }
        try await guarded { server in
            let shown = ["Authorization": "Bearer \(Self.token)", "Content-Type": ""]
            let id = try await server.store.add("/in/a.mp4")
            #expect(try await server.client.post("/api/v1/jobs/\(id)/cancel", shown).status == 200)
        }
    }

    @Test func allResponsesHaveSecurityHeaders() async throws {
        try await TestServer.run { server in
            for path in ["/", "/healthz", "/missing", "/api/v1/jobs"] {
                let headers = try await server.client.get(path).headers
                #expect(headers["content-security-policy"]?.contains("default-src 'none'") == true)
                #expect(headers["x-content-type-options"] == "nosniff")
                #expect(headers["access-control-allow-origin"] == nil)
            }
        }
    }
}
