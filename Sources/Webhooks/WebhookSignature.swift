internal import Crypto
internal import Foundation
internal import MediaUnits

/// The signature of a message to a webhook.
struct WebhookSignature {
    /// The name of the header.
    static let header = "Webhook-Signature"

    let secret: String

    /// The value of the header: `t=UNIX_SECONDS,v1=HEX`, where HEX is the HMAC-SHA256 of `UNIX_SECONDS.BODY`.
    ///
    /// The signature includes the time, so that a receiver can reject replayed messages.
    func value(_ body: String, at time: Int) -> String {
        let key = SymmetricKey(data: Data(secret.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).\(body)".utf8), using: key)
        return "t=\(time),v1=\(code.hexadecimal)"
    }
}
