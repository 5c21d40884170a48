internal import Hummingbird

/// A route of the server.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    let method: HTTPRequest.Method
    /// The path; components in braces match any name: `/api/v1/jobs/{id}`.
    let path: String
    let handle: Handler

    init(_ method: HTTPRequest.Method, _ path: String, _ handle: @escaping Handler) {
        self.method = method
        self.path = path
        self.handle = handle
    }

    /// Whether a request's path matches, for any method.
    func matches(_ requested: String) -> Bool {
        let (own, other) = (path.split(separator: "/"), requested.split(separator: "/"))
        return own.count == other.count
            && zip(own, other).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
