import JobQueue
import TestSupport
import Testing

@testable import Webhooks

@Suite(.timeLimit(.minutes(20))) struct WebhookSenderTests {
    private static let taken = "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"

    private func message(to url: String) throws -> WebhookMessage {
        WebhookMessage(
            url: try WebhookURL(url, allowsPrivate: true), id: "17", event: "published",
            body: #"{"a":"ü"}"#)
    }

    private func failure(
        _ response: LoopbackServer.Response,
        _ sender: WebhookSender = WebhookSender(userAgent: "test/1", allowsPrivate: true)
    ) async throws -> WebhookError {
        let receiver = try LoopbackServer(response)
        let failure = try await #require(throws: WebhookError.self) {
            try await sender.send(message(to: receiver.hook))
        }
        #expect(receiver.requests.count <= 1)
        return failure
    }

    @Test func postsTheBodyWithItsSignature() async throws {
        let receiver = try LoopbackServer(.text(Self.taken))
        let signature = WebhookSignature(secret: "key")
        try await WebhookSender(userAgent: "test/1", signature: signature, allowsPrivate: true)
            .send(message(to: receiver.hook))
        let request = try #require(receiver.requests.first?.text)
        let lines = request.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "POST /hook?key=1 HTTP/1.1")
        #expect(lines.last == #"{"a":"ü"}"#)
        #expect(lines.contains("Content-Type: application/json"))
        #expect(lines.contains("Webhook-Id: 17"))
        #expect(lines.contains("Webhook-Event: published"))
        #expect(lines.contains("User-Agent: test/1"))
        #expect(!lines.contains { $0.hasPrefix("Expect") })
        let shown = try #require(
            lines.first { $0.hasPrefix("Webhook-Signature: ") }?.dropFirst(19))
        let time = try #require(Int(shown.dropFirst(2).prefix { $0 != "," }))
        #expect(shown == signature.value(#"{"a":"ü"}"#, at: time))
    }

    @Test(
        arguments: [
            (200, nil), (204, nil), (299, nil), (300, true), (302, true), (400, true), (404, true),
            (410, true), (408, false), (425, false), (429, false), (500, false), (503, false),
        ] as [(Int, Bool?)])
    func statusDeterminesRetries(_ status: Int, _ isPermanent: Bool?) async throws {
        let receiver = try LoopbackServer(
            .text("HTTP/1.1 \(status) Text\r\nContent-Length: 0\r\n\r\n"))
        do {
            try await WebhookSender(userAgent: "test/1", allowsPrivate: true).send(
                message(to: receiver.hook))
            #expect(isPermanent == nil)
        } catch let failure as WebhookError {
            #expect(failure.isPermanent == isPermanent)
        }
    }

    @Test func redirectsAreNotFollowed() async throws {
        let target = try LoopbackServer(.text(Self.taken))
        let failure = try await failure(
            .text("HTTP/1.1 307 Go\r\nLocation: \(target.hook)\r\nContent-Length: 0\r\n\r\n"))
        #expect(failure.isPermanent)
        #expect(target.requests.isEmpty)
    }

    /// The second host is a name with a private address.
    @Test(arguments: ["127.0.0.1", "localhost"])
    func privateAddressIsRejectedAtConnection(_ host: String) async throws {
        let receiver = try LoopbackServer(.text(Self.taken))
        let failure = try await #require(throws: WebhookError.self) {
            try await WebhookSender(userAgent: "test/1").send(
                message(to: "http://\(host):\(receiver.port)/"))
        }
        #expect(failure.isPermanent)
        #expect(failure.message.contains("private"))
        #expect(receiver.requests.isEmpty)
    }

    @Test func unresponsiveReceiverTimesOut() async throws {
        let failure = try await failure(
            .noResponse,
            WebhookSender(
                userAgent: "test/1", allowsPrivate: true, connectTimeout: 0.2, timeout: 0.2))
        #expect(failure == WebhookError(message: "no response within 0.2 s", isPermanent: false))
    }

    @Test func endlessBodyIsTruncated() async throws {
        let receiver = try LoopbackServer(
            .endless("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 10000)))
        try await WebhookSender(userAgent: "test/1", allowsPrivate: true).send(
            message(to: receiver.hook))
    }

    @Test func endlessHeadersAreRejected() async throws {
        let failure = try await failure(.endless("HTTP/1.1 100 Continue\r\nA: b\r\n\r\n"))
        #expect(!failure.isPermanent)
    }

    @Test(arguments: ["", "no HTTP at all\r\n\r\n"])
    func invalidResponseIsRetried(_ text: String) async throws {
        #expect(try await failure(.text(text)).isPermanent == false)
    }

    @Test func refusedConnectionIsRetried() async throws {
        let port = try LoopbackServer(.noResponse).port
        let failure = try await #require(throws: WebhookError.self) {
            try await WebhookSender(
                userAgent: "test/1", allowsPrivate: true, connectTimeout: 0.5, timeout: 0.5
            )
            .send(message(to: "http://127.0.0.1:\(port)/"))
        }
        #expect(!failure.isPermanent)
    }

    /// Failures are logged and shown; the URL may contain a secret.
    @Test func errorOmitsTheURL() async throws {
        let failure = try await failure(.text("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"))
        #expect(!failure.message.contains("key=1"))
    }
}
