/// A request without a complete response; its message has no URL, which may contain a secret.
package struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// The URL is invalid, or neither `http` nor `https`.
        case url
        /// The host's address is outside of the public internet.
        case privateAddress
        /// The host's name has no address.
        case resolve
        /// No connection.
        case connect
        /// The server's certificate is not valid for its host.
        case certificate
        /// A limit of time.
        case timeout
        /// The connection ended before the response did.
        case cut
        /// The response is not HTTP, or its head is too long.
        case response
        /// The request's body could not be read.
        case body
        /// A redirect that is not followed.
        case redirect
        /// The caller canceled the request.
        case cancelled
        /// libcurl could not start, or lacks options.
        case setup
    }

    package let kind: Kind
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether the same request can succeed later.
    package var isTransient: Bool {
        switch kind {
        case .resolve, .connect, .timeout, .cut, .response: true
        case .url, .privateAddress, .certificate, .body, .redirect, .cancelled, .setup: false
        }
    }

    package var description: String { message }
}
