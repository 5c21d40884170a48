internal import S3
internal import Synchronization
internal import Transport

/// Requests for one URL, which are repeated after transient errors.
struct WebRequests: Sendable {
    private let url: WebLocation
    private let http: HTTPClient
    private let allowsPrivate: Bool
    private let redirectHosts: Set<String>?
    private let retries: RetryPolicy
    private let environment: ClientEnvironment
    private let server = KnownServer()

    /// The number of redirects that are followed.
    private static let maximumRedirects = 5

    /// Prepares requests.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - http: The client.
    ///   - allowsPrivate: Whether the host may have an address outside of the public internet.
    ///   - redirectHosts: The hosts that redirects may lead to; `nil` for any.
    ///   - retries: The repetitions of requests.
    ///   - environment: The clock.
    init(
        _ url: WebLocation, http: HTTPClient, allowsPrivate: Bool,
        redirectHosts: Set<String>? = nil, retries: RetryPolicy = RetryPolicy(),
        environment: ClientEnvironment = .host
    ) {
        (self.url, self.http, self.allowsPrivate) = (url, http, allowsPrivate)
        self.redirectHosts = redirectHosts
        (self.retries, self.environment) = (retries, environment)
    }

    /// The URL that redirects have led to, and whether its server has a public address; `nil` before the first response.
    var origin: (url: String, isPublic: Bool)? { server.origin }

    /// The limits of a request for properties only, whose body has a byte: a server may send one without an end, and slowly.
    private static let (longestBody, longestTime) = (4096, 30.0)

    /// Sends a request for properties until it has a response that no repetition changes.
    ///
    /// - Returns: As `send` with a sink.
    func send(_ headers: [HTTPHeader]) throws(ObjectError) -> HTTPHead {
        try send(headers, timeouts: HTTPTimeouts(overall: Self.longestTime)) { _ in
            var count = 0
            return { bytes in
                count += bytes.count
                return count < Self.longestBody
            }
        }
    }

    /// Sends a request until it has a response that no repetition changes.
    ///
    /// - Returns: The head of a response of 2xx, 412 or 416.
    func send(
        _ headers: [HTTPHeader], isStopped: @escaping @Sendable () -> Bool = { false },
        timeouts: HTTPTimeouts = HTTPTimeouts(), sink: @escaping (HTTPHead) -> HTTPSink?
    ) throws(ObjectError) -> HTTPHead {
        var request = HTTPRequest(
            "GET", url.text, headers: headers, allowsPrivate: allowsPrivate,
            timeouts: timeouts, maxRedirects: Self.maximumRedirects)
        request.redirectHosts = redirectHosts
        // Servers that compress would send other ranges.
        request.headers.append(HTTPHeader("Accept-Encoding", "identity"))
        var attempts = RetryAttempts(retries, in: environment)
        while true {
            let failure: ObjectError
            do throws(TransportError) {
                let response = try http.send(request, isCancelled: isStopped, sink: sink)
                let head = response.head
                server.origin = (response.url, response.peer?.isPublic ?? true)
                guard let error = error(of: head.status) else { return head }
                failure = error
            } catch {
                failure =
                    error.isTransient ? .unreachable(error.message) : .refused(error.message)
            }
            guard failure.isTransient, !isStopped(),
                case .attempt = attempts.pause(
                    isAnswered: server.isAnswered, isCancelled: isStopped)
            else { throw failure }
        }
    }

    private func error(of status: Int) -> ObjectError? {
        switch status {
        case 200...299, 412, 416: nil
        case 408, 429, 500...599: .unreachable("it responds with status \(status)")
        case 404, 410: .gone
        case 401, 403: url.isExpired(at: environment.now()) ? .expired : .denied("status \(status)")
        default: .refused("status \(status)")
        }
    }
}

/// The server of a URL, for all copies of its requests.
private final class KnownServer: Sendable {
    private let last = Mutex<(url: String, isPublic: Bool)?>(nil)

    /// Whether the server has ever responded.
    var isAnswered: Bool { origin != nil }

    /// The URL of the last response, and whether its server has a public address.
    var origin: (url: String, isPublic: Bool)? {
        get { last.withLock(\.self) }
        set { last.withLock { $0 = newValue } }
    }
}
