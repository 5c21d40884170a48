internal import Synchronization

/// Sends requests by libcurl, each on its caller's thread, over connections that later requests use again.
package final class HTTPClient: Sendable {
    /// The number of idle handles; chosen so that 16 parallel requests find their connections again.
    private static let maxIdle = 16

    /// What all connections have in common.
    struct Connection: Sendable {
        let userAgent: String
        let usesProxies: Bool
        let certificates: String?
    }

    private let connection: Connection
    /// Idle handles, by whether their connections may be to private addresses: libcurl checks an address once, when it connects.
    private let idle = Mutex<[Bool: [EasyHandle]]>([:])

    /// Creates a client without connections.
    ///
    /// - Parameters:
    ///   - userAgent: The value of the header `User-Agent`, unless a request has one.
    ///   - usesProxies: Whether requests that may connect to any address use the proxies of the environment (`HTTPS_PROXY`,
    ///     `http_proxy`, `NO_PROXY`). A proxy hides the address of a server, so other requests never use one.
    ///   - certificates: The path of a file with the certificates of authorities; `nil` for those of the system.
    package init(userAgent: String, usesProxies: Bool = false, certificates: String? = nil) {
        connection = Connection(
            userAgent: userAgent, usesProxies: usesProxies, certificates: certificates)
    }

    /// Sends a request, and blocks the thread until its response is complete.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isCancelled: Returns whether to end the request; called at least once a second.
    ///   - sink: Returns the receiver of the body of a response with this head; `nil` for memory. Redirects that are followed
    ///     have none.
    /// - Returns: The response of any status.
    /// - Throws: `TransportError` without a complete response. A sink may have received bytes before.
    package func send(
        _ request: HTTPRequest, isCancelled: @escaping () -> Bool = { false },
        sink: @escaping (HTTPHead) -> HTTPSink? = { _ in nil }
    ) throws(TransportError) -> HTTPResponse {
        let follows = request.maxRedirects > 0 && ["GET", "HEAD"].contains(request.method)
        var current = request
        var redirects = 0
        while true {
            var response = try perform(current, isCancelled: isCancelled) {
                follows && Redirect.target(of: $0) != nil ? nil : sink($0)
            }
            response.url = current.url
            guard follows, let target = Redirect.target(of: response.head) else { return response }
            redirects += 1
            guard redirects <= request.maxRedirects else {
                throw TransportError(.redirect, "more than \(request.maxRedirects) redirects")
            }
            try Redirect.follow(target, from: response.peer, &current)
        }
    }

    private func perform(
        _ request: HTTPRequest, isCancelled: @escaping () -> Bool,
        sink: @escaping (HTTPHead) -> HTTPSink?
    ) throws(TransportError) -> HTTPResponse {
        let pooled = idle.withLock { $0[request.allowsPrivate]?.popLast() }
        guard let handle = pooled ?? EasyHandle() else {
            throw TransportError(.setup, "libcurl could not start")
        }
        // The handle of a failed transfer is not used again: after a name without an address, libcurl 7.88 refuses options.
        let response = try Transfer(request, isCancelled: isCancelled, sink: sink)
            .perform(on: handle, connection)
        handle.reset()
        idle.withLock {
            if $0[request.allowsPrivate, default: []].count < Self.maxIdle {
                $0[request.allowsPrivate, default: []].append(handle)
            }
        }
        return response
    }
}
