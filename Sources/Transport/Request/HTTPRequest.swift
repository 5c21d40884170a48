/// One request over HTTP or HTTPS.
package struct HTTPRequest: Sendable {
    package var method: String
    /// The URL, encoded; its path is sent as it is, with `..` and `//`.
    package var url: String
    package var headers: [HTTPHeader]
    package var body: HTTPBody
    /// Whether connections to addresses outside of the public internet are allowed.
    package var allowsPrivate: Bool
    package var timeouts: HTTPTimeouts
    /// The number of redirects that are followed; 0 returns redirects as responses.
    ///
    /// Only GET and HEAD follow them.
    package var maxRedirects: Int
    /// The hosts that redirects may lead to, in lower case; `nil` for any.
    package var redirectHosts: Set<String>?
    /// The number of bytes of a body that memory has; longer bodies end the transfer, and are incomplete.
    package var memoryLimit: Int

    package init(
        _ method: String, _ url: String, headers: [HTTPHeader] = [], body: HTTPBody = .none,
        allowsPrivate: Bool, timeouts: HTTPTimeouts = HTTPTimeouts(), maxRedirects: Int = 0,
        memoryLimit: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.allowsPrivate = allowsPrivate
        self.timeouts = timeouts
        self.maxRedirects = maxRedirects
        self.memoryLimit = memoryLimit
    }
}

/// One line of a request's or a response's head.
package struct HTTPHeader: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The limits of time of one request, in seconds.
package struct HTTPTimeouts: Sendable, Hashable {
    /// The limit for resolving the host and connecting.
    package var connect: Double
    /// The limit for a transfer without a byte; whole seconds, 0 for none.
    package var stall: Int
    /// The limit for the whole request; 0 for none.
    package var overall: Double

    package init(connect: Double = 10, stall: Int = 30, overall: Double = 0) {
        self.connect = connect
        self.stall = stall
        self.overall = overall
    }
}
