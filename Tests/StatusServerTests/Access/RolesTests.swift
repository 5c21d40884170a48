import Foundation
import Hummingbird
import JobModel
import JobQueue
import Logging
import SystemPackage
import TestSupport
import Testing

@testable import StatusServer

/// The roles of tokens, over every route of the server.
@Suite(.timeLimit(.minutes(20))) struct RolesTests {
    /// The beginning of each token's text, which no other text of the tests has; the token's name follows.
    private static let prefix = "secret-text-of-"

    private static let tokens = [
        token("submit", .submit, line: 1), token("read", .read, line: 2),
        token("operate", .operate, line: 3),
        token("submit-acme", .submit, tenant: "acme", line: 4),
        token("read-acme", .read, tenant: "acme", line: 5),
        token("operate-acme", .operate, tenant: "acme", line: 6),
    ]

    private static func token(
        _ name: String, _ role: Role, tenant: String? = nil, line: Int
    ) -> AccessToken {
        AccessToken(secret: prefix + name, role: role, tenant: tenant, line: line)
    }

    /// The tokens that may use each route; nil: all clients, also those without a token.
    private static let permitted: [String: Set<String>?] = [
        "GET /": ["read", "operate", "read-acme", "operate-acme"],
        "GET /jobs/{id}/poster": Set(tokenNames),
        "GET /jobs/{id}/manifest": Set(tokenNames),
        "GET /jobs/{id}/download": Set(tokenNames),
        "GET /login": nil,
        "POST /login": nil,
        "GET /healthz": nil,
        "GET /readyz": nil,
        "GET /metrics": ["read", "operate"],
        "GET /api/v1/stats": ["read", "operate", "read-acme", "operate-acme"],
        "GET /api/v1/jobs": ["read", "operate", "read-acme", "operate-acme"],
        "POST /api/v1/jobs": ["submit", "operate", "submit-acme", "operate-acme"],
        "GET /api/v1/jobs/{id}": Set(tokenNames),
        "GET /api/v1/jobs/{id}/events": Set(tokenNames),
        "POST /api/v1/jobs/{id}/cancel": ["operate", "operate-acme"],
        "POST /api/v1/jobs/{id}/retry": ["operate", "operate-acme"],
    ]
    private static let tokenNames = [
        "submit", "read", "operate", "submit-acme", "read-acme", "operate-acme",
    ]

    /// Runs a body with a server of the tokens, which accepts submissions of `a.mp4`.
    private func serving(
        logger: RecordedLog = RecordedLog(), tokens: AccessTokens = AccessTokens(Self.tokens),
        _ body: (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run(
            configure: { settings, host, root in
                try Data("x".utf8).write(to: root.appending(path: "a.mp4"))
                settings.tokens = tokens
                settings.roots = MediaRoots(try MediaRoot(root.filePath))
                host.converter = ConverterStub()
            }, logger: logger.logger
        ) { try await body($0) }
    }

    private func header(_ token: String) -> [String: String] {
        ["Authorization": "Bearer \(Self.prefix)\(token)"]
    }

    @Test func everyRouteHasARuleForEveryRole() async throws {
        let folder = try TemporaryFolder("queue")
        let service = try HTTPService(
            .init(address: try ListenAddress("127.0.0.1:0")), host: .init(),
            store: try await QueueURL("sqlite:" + folder.database).open(), logger: .disabled)
        let routes = service.routes()
        #expect(
            Set(routes.map { "\($0.method) \($0.path)" }) == Set(Self.permitted.keys),
            "a route has no rule in this test")
        try await serving { server in
            // Ended jobs: their event streams end at once, and neither change applies to them twice.
            let ended = try await server.store.add("/in/ended.mp4", tenant: "acme")
            _ = try await server.store.cancel(ended)
            for route in routes {
                let path = route.path.replacing("{id}", with: ended.text)
                let permitted = try #require(Self.permitted["\(route.method) \(route.path)"])
                for token in Self.tokenNames {
                    for method in route.method == .get ? ["GET", "HEAD"] : ["POST"] {
                        let response = try await send(method, path, header(token), server)
                        let isPermitted = permitted?.contains(token) ?? true
                        #expect(
                            (response.status == 403) == !isPermitted,
                            "\(method) \(path) \(token): \(response.status)")
                        if !isPermitted, method != "HEAD" {
                            #expect(response.string("error.code") == "FORBIDDEN")
                            #expect(response.string("error.advice")?.contains("token") == true)
                        }
                    }
                }
                let without = try await send("\(route.method)", path, [:], server)
                let isLogIn = path == "/login" && route.method == .post
                #expect((without.status == 401) == (permitted != nil || isLogIn), "\(path)")
            }
        }
    }

    private func send(
        _ method: String, _ path: String, _ headers: [String: String], _ server: TestServer
    ) async throws -> LoopbackClient.Response {
        guard method == "POST" else { return try await server.client.send(method, path, headers) }
        let body = path == "/api/v1/jobs" ? #"{"upload": "a.mp4", "output": "out"}"# : "{}"
        return try await server.client.post(path, headers, body: body)
    }

    @Test func tenantOfTheTokenLimitsAllRequests() async throws {
        try await serving { server in
            let worker = try await server.store.worker()
            let other = try await server.store.failPermanently("/in/b.mp4", worker, .empty)
            let own = try await server.store.add("/in/a.mp4", tenant: "acme")
            let headers = header("operate-acme")
            let list = try await server.client.get("/api/v1/jobs", headers)
            #expect((list[json: "jobs"] as? [Any])?.count == 1)
            #expect(list.string("jobs.0.id") == own.text)
            for query in ["tenant=acme", "status=queued"] {
                let list = try await server.client.get("/api/v1/jobs?\(query)", headers)
                #expect(list.string("jobs.0.id") == own.text)
            }
            let foreign = try await server.client.get("/api/v1/jobs?tenant=default", headers)
            #expect(foreign.status == 403 && foreign.string("error.code") == "FORBIDDEN")

            let stats = try await server.client.get("/api/v1/stats", headers)
            #expect(stats.int("jobs.queued") == 1 && stats.int("jobs.failed") == 0)
            #expect((stats[json: "workers"] as? [Any])?.isEmpty == true)
            let all = try await server.client.get("/api/v1/stats", header("operate"))
            #expect(all.int("jobs.failed") == 1)
            #expect((all[json: "workers"] as? [Any])?.count == 1)

            for path in ["", "/events"] {
                let path = "/api/v1/jobs/\(other)\(path)"
                let hidden = try await server.client.get(path, headers)
                #expect(hidden.status == 404 && hidden.string("error.code") == "NO_SUCH_JOB")
                #expect(try await server.client.get(path, header("read")).status == 200)
            }
            #expect(
                try await server.client.get("/jobs/\(other)/poster", headers).status == 404)
            for change in ["cancel", "retry"] {
                let path = "/api/v1/jobs/\(other)/\(change)"
                let hidden = try await server.client.post(path, headers)
                #expect(hidden.status == 404 && hidden.string("error.code") == "NO_SUCH_JOB")
            }
            #expect(try await server.store.job(other)?.state == .failed)
            let cancelled = try await server.client.post("/api/v1/jobs/\(own)/cancel", headers)
            #expect(cancelled.string("status") == "cancelled")
        }
    }

    /// The poster of another tenant's job is hidden, although its path is below the root.
    @Test func postersOfOtherTenantsAreHidden() async throws {
        try await serving { server in
            let root = try MediaRoot(server.root.url.filePath).path.string
            let poster = try server.root.folder("out/a").appending(path: "poster.jpg")
            try Data([0xff, 0xd8, 0xff, 0xe0]).write(to: poster)
            let job = try await server.store.publish(
                "/in/a.mp4", try await server.store.worker(),
                result: try packageResult(poster: root + "/out/a/poster.jpg"))
            let path = "/jobs/\(job)/poster"
            #expect(try await server.client.get(path, header("read")).status == 200)
            #expect(try await server.client.get(path, header("read-acme")).status == 404)
        }
    }

    @Test func submissionsGetTheTenantOfTheToken() async throws {
        try await serving { server in
            let headers = header("submit-acme")
            func submit(_ more: String) async throws -> LoopbackClient.Response {
                try await server.client.post(
                    "/api/v1/jobs", headers, body: #"{"upload": "a.mp4", "output": "out"\#(more)}"#)
            }
            let made = try await submit("")
            #expect(made.status == 201 && made.string("tenant") == "acme")
            #expect(try await submit(#", "tenant": "acme""#).status == 200)
            let other = try await submit(#", "tenant": "other""#)
            #expect(other.status == 403 && other.string("error.code") == "FORBIDDEN")
            let id = try #require(made.string("id"))
            #expect(try await server.client.get("/api/v1/jobs/\(id)", headers).status == 200)
            #expect(try await server.store.jobs(JobFilter()).count == 1)
        }
    }

    @Test func changesAreLogged() async throws {
        let log = RecordedLog()
        try await serving(logger: log) { server in
            let body = #"{"upload": "a.mp4", "output": "out"}"#
            let made = try await server.client.post(
                "/api/v1/jobs", header("submit-acme"), body: body)
            let id = try #require(made.string("id"))
            _ = try await server.client.post("/api/v1/jobs", header("submit-acme"), body: body)
            _ = try await server.client.get("/api/v1/jobs/\(id)", header("read"))
            _ = try await server.client.post("/api/v1/jobs/\(id)/cancel", header("read"))
            _ = try await server.client.post("/api/v1/jobs/\(id)/cancel", header("operate"))
            _ = try await server.client.post("/api/v1/jobs/\(id)/retry", header("operate-acme"))
            func line(_ change: String, _ line: Int, _ rest: String) -> String {
                "change requested change=\(change) client=token of line \(line) job=\(id) outcome=\(rest)"
            }
            #expect(
                log.lines(at: .notice).filter { $0.hasPrefix("change requested") } == [
                    line("submit", 4, "created role=submit tenant=acme"),
                    line("submit", 4, "done role=submit tenant=acme"),
                    line("cancel", 2, "FORBIDDEN role=read"),
                    line("cancel", 3, "done role=operate"),
                    line("retry", 6, "NOT_FAILED role=operate tenant=acme"),
                ])
            let session = ["Sec-Fetch-Site": "same-origin"]
            for token in ["read", "no-such-token"] {
                _ = try await server.client.post(
                    "/login", session, body: "token=\(Self.prefix)\(token)")
            }
            #expect(!log.lines.contains { $0.contains(Self.prefix) })
        }
    }

    @Test func pageHidesWhatTheRoleCannotDo() async throws {
        try await serving { server in
            let worker = try await server.store.worker()
            _ = try await server.store.failPermanently("/in/secret.mp4", worker, .empty)
            try await server.store.add("/in/own.mp4", tenant: "acme")
            func page(_ token: String) async throws -> String {
                try await server.client.get("/", header(token)).text
            }
            let (all, read) = (try await page("operate"), try await page("read"))
            #expect(all.contains("/cancel\"") && all.contains("/retry\""))
            #expect(read.contains("secret.mp4") && read.contains("href=\"/metrics\""))
            #expect(!read.contains("<form"))
            let own = try await page("operate-acme")
            #expect(own.contains("own.mp4") && own.contains("/cancel\""))
            for hidden in ["secret.mp4", "worker-1", "href=\"/metrics\"", "id=\"tile-workers\""] {
                #expect(!own.contains(hidden) && all.contains(hidden), "\(hidden)")
            }
            #expect(own.contains("<dd class=\"value\">1</dd>"))
        }
    }

    @Test func sessionHasTheRoleOfItsTokenUntilTheTokenIsRemoved() async throws {
        let tokens = AccessTokens(Self.tokens)
        try await serving(tokens: tokens) { server in
            let form = [
                "Content-Type": "application/x-www-form-urlencoded",
                "Sec-Fetch-Site": "same-origin",
            ]
            let refused = try await server.client.post(
                "/login", form, body: "token=\(Self.prefix)submit")
            #expect(refused.status == 403 && refused.headers["set-cookie"] == nil)
            let loggedIn = try await server.client.post(
                "/login", form, body: "token=\(Self.prefix)read-acme")
            let cookie = try #require(loggedIn.headers["set-cookie"]?.prefix { $0 != ";" })
            let session = ["Cookie": String(cookie), "Sec-Fetch-Site": "same-origin"]
            let id = try await server.store.add("/in/own.mp4", tenant: "acme")
            #expect(try await server.client.get("/", session).text.contains("own.mp4"))
            let cancel = "/api/v1/jobs/\(id)/cancel"
            #expect(try await server.client.post(cancel, session).status == 403)
            // The role of the same token has changed.
            tokens.replace(with: [
                Self.token("read-acme", .operate, tenant: "acme", line: 1)
            ])
            #expect(try await server.client.post(cancel, session).status == 200)
            tokens.replace(with: [AccessToken(secret: "another", line: 1)])
            #expect(try await server.client.get("/api/v1/stats", session).status == 401)
            #expect(try await server.client.get("/", session).status == 401)
        }
    }

    @Test func removedTokenEndsItsEventStreams() async throws {
        let tokens = AccessTokens(Self.tokens)
        try await serving(tokens: tokens) { server in
            let id = try await server.store.add("/in/a.mp4")
            let request =
                "GET /api/v1/jobs/\(id)/events HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(Self.prefix)read\r\nConnection: close\r\n\r\n"
            // The server ends the stream of a job that waits.
            let stream = try await server.client.exchange(request) { text in
                if text.contains("event: queued") { tokens.replace(with: []) }
                return false
            }
            #expect(String(decoding: stream, as: UTF8.self).hasSuffix("0\r\n\r\n"))
        }
    }
}
