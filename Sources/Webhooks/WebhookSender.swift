internal import Dispatch
internal import Foundation
internal import JobQueue
internal import Transport

/// Sends messages to webhooks: one POST without redirects and proxies, with limits of time and size.
struct WebhookSender: Sendable {
    /// The value of the header `User-Agent`.
    var userAgent: String
    /// The signature of messages; `nil` for unsigned messages.
    var signature: WebhookSignature?
    /// Whether receivers outside of the public internet are allowed.
    var allowsPrivate = false
    /// The timeout for resolving the host and connecting, in seconds.
    var connectTimeout = 5.0
    /// The timeout for the whole request, in seconds.
    var timeout = 10.0
    /// The number of bytes of a response that are read.
    var responseLimit = 4096

    /// The threads of requests: libcurl blocks, which threads of the cooperative pool must not.
    private static let queue = DispatchQueue(label: "webhooks", attributes: .concurrent)

    /// Sends a message once.
    ///
    /// - Throws: `WebhookError` unless the receiver responds with a status of 2xx.
    func send(_ message: WebhookMessage) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            Self.queue.async { continuation.resume(with: Result { try deliver(message) }) }
        }
    }

    private func deliver(_ message: WebhookMessage) throws(WebhookError) {
        let request = HTTPRequest(
            "POST", message.url.text,
            headers: headers(of: message, at: Int(Date().timeIntervalSince1970)),
            body: .bytes(Array(message.body.utf8)), allowsPrivate: allowsPrivate,
            timeouts: HTTPTimeouts(connect: connectTimeout, stall: 0, overall: timeout),
            memoryLimit: responseLimit)
        let status: Int
        do {
            // A client of its own: hosts of webhooks are many, and their connections are not used again.
            status = try HTTPClient(userAgent: userAgent).send(request).head.status
        } catch {
            throw WebhookError(error, timeout: timeout)
        }
        if let error = WebhookError(status: status) { throw error }
    }

    private func headers(of message: WebhookMessage, at time: Int) -> [HTTPHeader] {
        var headers = [
            HTTPHeader("Content-Type", "application/json"),
            HTTPHeader("Webhook-Id", message.id),
            HTTPHeader("Webhook-Event", message.event),
        ]
        if let signature {
            headers.append(
                HTTPHeader(WebhookSignature.header, signature.value(message.body, at: time)))
        }
        return headers
    }
}
