internal import Hummingbird

extension Route {
    /// Responds to a request whose client has the permission.
    ///
    /// - Throws: `APIError` for other clients; errors of the handler.
    func respond(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard context.client.has(permission) else { throw context.client.forbidden(permission) }
        return try await handle(request, context)
    }
}
