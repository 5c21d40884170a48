internal import Dispatch
internal import Foundation
internal import JobQueue

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
        let transfer = Transfer(allowsPrivate: allowsPrivate, responseLimit: responseLimit)
        try transfer.post(
            message.body, to: message.url,
            headers: headers(of: message, at: Int(Date().timeIntervalSince1970)),
            connectTimeout: connectTimeout, timeout: timeout)
    }

    private func headers(of message: WebhookMessage, at time: Int) -> [(
        name: String, value: String
    )] {
        var headers = [
            ("Content-Type", "application/json"),
            ("User-Agent", userAgent),
            ("Webhook-Id", message.id),
            ("Webhook-Event", message.event),
        ]
        if let signature {
            headers.append((WebhookSignature.header, signature.value(message.body, at: time)))
        }
        return headers
    }
}
