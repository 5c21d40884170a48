internal import Hummingbird

/// A route of the server.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    let method: HTTPRequest.Method
    /// The path; components in braces match any name: `/api/v1/jobs/{id}`.
    let path: String
    /// The permission that clients need.
    let permission: Permission
    /// The name of the change to jobs, for the audit log; `nil` if the route changes none.
    let change: String?
    /// Responds to a request whose client has the permission.
    let handle: Handler

    init(
        _ method: HTTPRequest.Method, _ path: String, _ permission: Permission,
        change: String? = nil, _ handle: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.permission = permission
        self.change = change
        self.handle = handle
    }

    /// Whether a request's path matches, for any method.
    func matches(_ requested: String) -> Bool {
        let (own, other) = (path.split(separator: "/"), requested.split(separator: "/"))
        return own.count == other.count
            && zip(own, other).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
