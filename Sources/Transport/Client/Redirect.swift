/// The rules of redirects that a client follows.
enum Redirect {
    /// Headers that another origin must not receive.
    private static let secrets: Set = ["authorization", "cookie", "proxy-authorization"]

    /// The target of a response that redirects; `nil` for any other response.
    static func target(of head: HTTPHead) -> String? {
        [301, 302, 303, 307, 308].contains(head.status) ? head["Location"] : nil
    }

    /// Changes a request to one for the target of its redirect.
    ///
    /// - Throws: `TransportError` if the target has another scheme than `https`, or `http` after `http`, or has a user or
    ///   a host that the request excludes. A private address after a public one is refused when the next request connects.
    static func follow(
        _ target: String, from peer: InternetAddress?, _ request: inout HTTPRequest
    ) throws(TransportError) {
        guard let base = URLReference(request.url),
            let next = URLReference(target, base: request.url)
        else { throw TransportError(.redirect, "the target of a redirect is not a URL") }
        guard next.scheme == "https" || next.scheme == "http" && base.scheme == "http" else {
            throw TransportError(
                .redirect, "a redirect leads from \(base.scheme) to \(next.scheme)")
        }
        guard !next.hasUser else {
            throw TransportError(.redirect, "the target of a redirect has a user or a password")
        }
        guard request.redirectHosts?.contains(next.host) ?? true else {
            throw TransportError(.redirect, "a redirect leads to another host, \(next.host)")
        }
        if peer?.isPublic ?? true { request.allowsPrivate = false }
        if next.origin != base.origin {
            request.headers.removeAll { secrets.contains($0.name.lowercased()) }
        }
        request.url = next.text
    }
}
