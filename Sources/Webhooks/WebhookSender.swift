internal import Dispatch
internal import Foundation
internal import JobQueue

/// Tells webhooks of events: one POST, no redirects, no proxies, everything bounded.
struct WebhookSender: Sendable {
    /// Names the program to receivers.
    var userAgent: String
    /// Proves where messages come from; `nil` sends them without a proof.
    var signature: WebhookSignature?
    /// Whether addresses outside of the public internet will do.
    var allowsPrivate = false
    /// Seconds to find the receiver and reach it.
    var connectLimit = 5.0
    /// Seconds for everything.
    var limit = 10.0
    /// Bytes of an answer; the rest is not read.
    var answerLimit = 4096

    /// libcurl blocks, and a receiver may take its time: never on a thread of the cooperative pool.
    private static let queue = DispatchQueue(label: "webhooks", attributes: .concurrent)

    /// Sends a message once.
    ///
    /// - Throws: `WebhookFailure` unless the receiver took it, which a status of 2xx says.
    func send(_ message: WebhookMessage) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            Self.queue.async { done.resume(with: Result { try deliver(message) }) }
        }
    }

    private func deliver(_ message: WebhookMessage) throws(WebhookFailure) {
        let transfer = Transfer(allowsPrivate: allowsPrivate, answerLimit: answerLimit)
        try transfer.post(
            message.body, to: message.url,
            headers: headers(of: message, at: Int(Date().timeIntervalSince1970)),
            connectLimit: connectLimit, limit: limit)
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
