import Foundation
import JobModel
import JobQueue
import SystemPackage
import TestSupport
import Testing

@testable import StatusServer

@Suite(.timeLimit(.minutes(20))) struct JobsTests {
    @Test func jobOfEachStatusHasAllFields() async throws {
        try await TestServer.run { server in
            let worker = try await server.store.worker()
            let published = try await server.store.publish(
                "/in/a.mp4", worker,
                result: try packageResult(path: "/out/a b", warnings: ["DAMAGED"]))
            let failed = try await server.store.failPermanently("/in/b.mp4", worker, .empty)
            let running = try await server.store.start(
                "/in/c.mp4", worker, fraction: 0.429, remaining: 61.2)
            let queued = try await server.store.add("/in/d.mp4", tenant: "acme", priority: 3)

            let done = try await server.client.get("/api/v1/jobs/\(published)")
            #expect(done.string("status") == "completed")
            #expect(done.int("progress") == 100)
            #expect(done.string("urls.playlist") == "file:///out/a%20b/index.m3u8")
            #expect(done.string("urls.poster") == "file:///out/a%20b/poster.jpg")
            #expect(done.string("urls.manifest") == "file:///out/a%20b/manifest.json")
            #expect(done[json: "warnings"] as? [String] == ["DAMAGED"])
            #expect(
                done.string("finished")?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/)
                    != nil)

            let lost = try await server.client.get("/api/v1/jobs/\(failed)")
            #expect(lost.string("status") == "failed")
            #expect(lost.string("error.code") == "EMPTY")
            #expect(lost.string("error.message") == "the file has no bytes")
            #expect(lost[json: "error.retryable"] as? Bool == false)

            let now = try await server.client.get("/api/v1/jobs/\(running.job)")
            #expect(now.string("status") == "processing")
            #expect(now.int("progress") == 42)
            #expect(now.int("eta") == 62)
            #expect(now[json: "error"] == nil)
            #expect(now.string("urls.playlist") == nil)

            let later = try await server.client.get("/api/v1/jobs/\(queued)")
            #expect(later.string("status") == "queued")
            #expect(later.int("progress") == 0)
            #expect(later.string("upload") == "/in/d.mp4")
            #expect(later.string("preset") == "hls-ladder")
            #expect(later.string("tenant") == "acme")
            #expect(later.int("priority") == 3)
            #expect(later.string("started") == nil)
        }
    }

    @Test func packageURLsAreBelowTheMediaURL() async throws {
        try await TestServer.run { settings, _, root in
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
            let path = try MediaRoot(root.filePath).path.string
            settings.links.serve(path, at: "https://cdn.example/v/")
        } _: { server in
            let worker = try await server.store.worker()
            let root = try MediaRoot(server.root.url.filePath).path.string
            let result = try packageResult(path: root + "/out/ä b")
            let id = try await server.store.publish("/in/a.mp4", worker, result: result)
            let response = try await server.client.get("/api/v1/jobs/\(id)")
            #expect(
                response.string("urls.playlist")
                    == "https://cdn.example/v/out/%C3%A4%20b/index.m3u8")
        }
    }

    @Test func listsAreFilteredAndPaged() async throws {
        try await TestServer.run { server in
            let worker = try await server.store.worker()
            let failed = try await server.store.failPermanently("/in/x.mp4", worker, .empty)
            var submitted = [(id: failed, name: "x.mp4", tenant: "default")]
            for number in 1...5 {
                let tenant = "t\(number % 2)"
                let id = try await server.store.add("/in/\(number).mp4", tenant: tenant)
                submitted.append((id, "\(number).mp4", tenant))
            }
            // Identifiers sort by milliseconds; two jobs may be submitted in one.
            submitted.sort { $0.id > $1.id }
            func names(_ query: String) async throws -> [String] {
                let response = try await server.client.get("/api/v1/jobs" + query)
                let jobs = response[json: "jobs"] as? [[String: Any]] ?? []
                return jobs.compactMap { ($0["upload"] as? String)?.dropFirst(4).description }
            }
            #expect(try await names("") == submitted.map(\.name))
            #expect(try await names("?status=failed") == ["x.mp4"])
            #expect(try await names("?status=failed,queued").count == 6)
            let queued = submitted.filter { $0.tenant == "t1" }.map(\.name)
            #expect(try await names("?tenant=t1&status=queued") == queued)

            let first = try await server.client.get("/api/v1/jobs?limit=4")
            let cursor = try #require(first.string("next"))
            let rest = submitted.dropFirst(4).map(\.name)
            #expect(try await names("?limit=4&cursor=\(cursor)") == rest)
            let last = try await server.client.get("/api/v1/jobs?limit=4&cursor=\(cursor)")
            #expect(last.status == 200 && last.string("next") == nil)
            // The last page may be full.
            let whole = try await server.client.get("/api/v1/jobs?limit=6")
            #expect(whole.string("jobs.5.id") != nil && whole.string("next") == nil)
        }
    }

    /// Encodings of forms, of URLSearchParams and of other clients.
    @Test(arguments: [
        "tenant=a+b%2B%C3%A4", "tenant=a%20b%2b%c3%a4", "%74enant=a+b%2B%C3%A4&limit=5",
    ])
    func queriesAreDecoded(_ query: String) async throws {
        try await TestServer.run { server in
            let id = try await server.store.add("/in/a.mp4", tenant: "a b+ä")
            try await server.store.add("/in/b.mp4", tenant: "b")
            let response = try await server.client.get("/api/v1/jobs?" + query)
            #expect(response.string("jobs.0.id") == id.text)
            #expect(response[json: "jobs.1"] == nil)
        }
    }

    @Test(arguments: [
        "status=lost", "limit=0", "limit=501", "limit=many", "cursor=x", "offset=3",
        "status=queued%2Cx",
        "=", "%00=1",
    ])
    func invalidQueryIsRejected(_ query: String) async throws {
        try await TestServer.run { server in
            let response = try await server.client.get("/api/v1/jobs?" + query)
            #expect(response.status == 400)
            #expect(response.string("error.code") == "BAD_PARAMETER")
        }
    }

    @Test func onlyFailedJobsAreRetried() async throws {
        try await TestServer.run { server in
            let worker = try await server.store.worker()
            let failed = try await server.store.failPermanently("/in/a.mp4", worker, .empty)
            let published = try await server.store.publish(
                "/in/b.mp4", worker, result: try packageResult())
            let again = try await server.client.post("/api/v1/jobs/\(failed)/retry")
            #expect(again.status == 200)
            #expect(again.string("status") == "queued")
            let refused = try await server.client.post("/api/v1/jobs/\(published)/retry")
            #expect(refused.status == 409)
            #expect(refused.string("error.code") == "NOT_FAILED")
        }
    }

    /// The response to a form of the page in a browser without scripts.
    @Test func formIsRedirectedToThePage() async throws {
        try await TestServer.run { server in
            let id = try await server.store.add("/in/a.mp4")
            let response = try await server.client.post(
                "/api/v1/jobs/\(id)/cancel",
                ["Accept": "text/html,*/*", "Sec-Fetch-Site": "same-origin"])
            #expect(response.status == 303)
            #expect(response.headers["location"] == "/")
            #expect(try await server.store.job(id)?.state == .cancelled)
        }
    }

    @Test(arguments: [
        ("GET", "/api/v1/jobs/00000000000000000000", 404, "NO_SUCH_JOB"),
        ("GET", "/api/v1/jobs/nonsense", 404, "NO_SUCH_JOB"),
        ("GET", "/api/v1/jobs/%2e%2e", 404, "NO_SUCH_JOB"),
        ("POST", "/api/v1/jobs/00000000000000000000/cancel", 404, "NO_SUCH_JOB"),
        ("POST", "/api/v1/jobs/00000000000000000000/retry", 404, "NO_SUCH_JOB"),
        ("GET", "/api/v1/jobs/00000000000000000000/events", 404, "NO_SUCH_JOB"),
        ("GET", "/jobs/00000000000000000000/poster", 404, "NOT_FOUND"),
        ("GET", "/missing", 404, "NOT_FOUND"), ("GET", "/api/v2/jobs", 404, "NOT_FOUND"),
        ("PUT", "/api/v1/jobs", 405, "METHOD_NOT_ALLOWED"),
        ("DELETE", "/api/v1/jobs/00000000000000000000", 405, "METHOD_NOT_ALLOWED"),
        ("GET", "/api/v1/jobs/00000000000000000000/cancel", 405, "METHOD_NOT_ALLOWED"),
        ("POST", "/", 405, "METHOD_NOT_ALLOWED"), ("PATCH", "/healthz", 405, "METHOD_NOT_ALLOWED"),
    ])
    func errorsAreJSON(_ method: String, _ path: String, _ status: Int, _ code: String) async throws
    {
        try await TestServer.run { server in
            let headers = ["Content-Type": "application/json"]
            let response = try await server.client.send(method, path, headers)
            #expect(response.status == status)
            #expect(response.string("error.code") == code)
            #expect(response.headers["content-type"] == "application/json")
            #expect((response.headers["allow"] != nil) == (status == 405))
        }
    }

    /// A body would be read as the next response (RFC 9110, 9.3.2).
    @Test(arguments: [
        ("/missing", 404), ("/api/v1/jobs/nonsense/cancel", 405), ("/api/v1/jobs/nonsense", 404),
        ("/healthz", 200),
    ])
    func headResponseHasNoBody(_ path: String, _ status: Int) async throws {
        try await TestServer.run { server in
            let requests =
                "HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                + "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let data = try await server.client.exchange(requests)
            let responses = String(decoding: data, as: UTF8.self).components(
                separatedBy: "\r\n\r\n")
            #expect(responses.first?.hasPrefix("HTTP/1.1 \(status) ") == true)
            #expect(responses.dropFirst().first?.hasPrefix("HTTP/1.1 200 ") == true)
            #expect(responses.last == #"{"status":"alive"}"#)
        }
    }

    @Test(arguments: [
        "NONSENSE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nA b\r\n\r\n",
    ])
    func invalidHTTPIsRejected(_ text: String) async throws {
        try await TestServer.run { server in
            let response = String(decoding: try await server.client.exchange(text), as: UTF8.self)
            #expect(response.hasPrefix("HTTP/1.1 400 "))
            #expect(try await server.client.get("/healthz").status == 200)
        }
    }

    @Test func longHeaderIsRejected() async throws {
        try await TestServer.run { server in
            let long = ["A": String(repeating: "x", count: 20_000)]
            let response = try await server.client.get("/healthz", long)
            #expect(response.status == 400)
            let next = try await server.client.get("/healthz")
            #expect(next.status == 200)
        }
    }
}
