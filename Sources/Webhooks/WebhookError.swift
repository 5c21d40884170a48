internal import Transport

/// The error of a failed delivery.
struct WebhookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The condition, without the URL, which may contain a secret.
    let message: String
    /// Whether a retry cannot succeed.
    let isPermanent: Bool

    var description: String { message }
}

extension WebhookError {
    /// Creates the error of a request without a response; `timeout` is that of the whole request, in seconds.
    init(_ error: TransportError, timeout: Double) {
        self.init(
            message: error.kind == .timeout ? "no response within \(timeout) s" : error.message,
            isPermanent: error.kind == .privateAddress || error.kind == .url)
    }

    /// Creates the error of a response; `nil` for a status of 2xx.
    init?(status: Int) {
        switch status {
        case 200...299: return nil
        case 300...399:
            self.init(
                message: "the receiver redirects (\(status)); redirects are not followed",
                isPermanent: true)
        default:
            // Request Timeout, Too Early, Too Many Requests: a retry may succeed.
            self.init(
                message: "the receiver responded with status \(status)",
                isPermanent: (400...499).contains(status) && ![408, 425, 429].contains(status))
        }
    }
}
