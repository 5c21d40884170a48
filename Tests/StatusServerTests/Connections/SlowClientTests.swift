import Foundation
import JobQueue
import TestSupport
import Testing

@testable import StatusServer

/// Slow clients.
@Suite(.timeLimit(.minutes(20))) struct SlowClientTests {
    private static let longTimeouts = ConnectionGuard.Limits(requestTimeout: .seconds(3600))

    @Test(arguments: [
        "", "GET /healthz HTTP/1.1\r\nHost: local",
        "POST /login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none\r\nContent-Length: 9\r\n\r\nt",
    ])
    func incompleteRequestIsClosed(_ beginning: String) async throws {
        try await TestServer.run(limits: .init(requestTimeout: .seconds(1))) { server in
            let response = try await server.client.exchange(beginning)
            #expect(response.isEmpty)
        }
    }

    /// The server neither fails nor logs it.
    @Test func incompleteBodyIsAClientError() async throws {
        try await TestServer.run(limits: Self.longTimeouts) { server in
            let request =
                "POST /login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none\r\nContent-Length: 9\r\n\r\nt"
            let data = try await server.client.exchange(request, halfCloses: true)
            let text = String(decoding: data, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 400 ") && text.contains("BODY_INCOMPLETE"))
        }
    }

    /// Clients that wait for the end of the connection.
    @Test(arguments: [
        ("1.0", "", "/healthz"), ("1.0", "Connection: keep-alive\r\n", "/healthz"),
        ("1.1", "Connection: close\r\n", "/healthz"), ("1.1", "Connection: Close\r\n", "/missing"),
        ("1.1", "Connection: TE, close\r\n", "/healthz"),
        ("1.1", "Connection: TE\r\nConnection:close\r\n", "/healthz"),
    ])
    func closeRequestGetsOneResponse(
        _ version: String, _ headers: String, _ path: String
    ) async throws {
        try await TestServer.run(limits: Self.longTimeouts) { server in
            let request = "GET \(path) HTTP/\(version)\r\nHost: localhost\r\n\(headers)\r\n"
            let data = try await server.client.exchange(request + request)
            let text = String(decoding: data, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/\(version) "))
            #expect(text.ranges(of: "HTTP/1.").count == 1)
            #expect(text.lowercased().contains("\r\nconnection: close\r\n"))
            #expect(text.hasSuffix("}"))
        }
    }

    /// HTTP/1.0 has no chunks (RFC 9112, 6.1).
    @Test func http10ClientReceivesUnchunkedEvents() async throws {
        try await TestServer.run(limits: Self.longTimeouts) { server in
            let worker = try await server.store.worker()
            let id = try await server.store.failPermanently("/in/a.mp4", worker, .empty)
            let data = try await server.client.exchange(
                "GET /api/v1/jobs/\(id)/events HTTP/1.0\r\nHost: localhost\r\n\r\n")
            let text = String(decoding: data, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.0 200 "))
            #expect(!text.lowercased().contains("transfer-encoding"))
            let body = try #require(text.components(separatedBy: "\r\n\r\n").last)
            #expect(body.hasPrefix("id: ") && body.contains("event: failed\n"))
            #expect(body.hasSuffix("\n\n"))
        }
    }

    /// Without the response 100, curl waits for a second (RFC 9110, 10.1.1).
    @Test func expectationIsConfirmed() async throws {
        try await TestServer.run(
            configure: { settings, _, _ in
                settings.tokens = AccessTokens([AccessToken(secret: "s3cret")])
            },
            limits: Self.longTimeouts
        ) { server in
            let request =
                "POST /login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none\r\nContent-Length: 9\r\n"
                + "Expect: 100-Continue\r\n\r\n"
            let data = try await server.client.exchange(request) { $0.contains("\r\n\r\n") }
            #expect(String(decoding: data, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
            let whole = try await server.client.exchange(request + "token=abc", halfCloses: true) {
                $0.contains("</html>")
            }
            let responses = String(decoding: whole, as: UTF8.self)
            #expect(responses.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 "))
        }
    }

    /// The server does not wait for a body that it does not need.
    @Test(arguments: [
        ("GET", "/healthz", 200), ("POST", "/api/v1/jobs", 401), ("PUT", "/missing", 401),
        ("POST", "/healthz", 405), ("POST", "/login", 413),
    ])
    func responseDoesNotWaitForTheBody(_ method: String, _ path: String, _ status: Int) async throws
    {
        try await TestServer.run(
            configure: { settings, _, _ in
                settings.tokens = AccessTokens([AccessToken(secret: "s3cret")])
            },
            limits: Self.longTimeouts
        ) { server in
            let length = ["Content-Length": "100000", "Connection": ""]
            let site = ["Sec-Fetch-Site": "same-origin"]
            let sent = String(repeating: "x", count: 5000)
            let response = try await server.client.send(
                method, path, length.merging(site) { $1 }, body: sent)
            #expect(response.status == status)
            #expect(response.headers["connection"] == "close")
        }
    }

    @Test func probeIsServedAtTheConnectionLimit() async throws {
        let limits = ConnectionGuard.Limits(requestTimeout: .seconds(3600), connections: 3)
        try await TestServer.run(limits: limits) { server in
            let (client, starts) = (server.client, AsyncStream.makeStream(of: Void.self))
            let slow = (0..<3).map { _ in
                Task {
                    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /login HT"
                    return try await client.exchange(request) { text in
                        if text.contains("alive") { starts.continuation.yield() }
                        return false
                    }
                }
            }
            var waited = 0
            for await _ in starts.stream {
                waited += 1
                if waited == slow.count { break }
            }
            for path in ["/healthz", "/readyz"] {
                let response = try await client.get(path)
                #expect(response.status == 200)
            }
        }
    }
}
