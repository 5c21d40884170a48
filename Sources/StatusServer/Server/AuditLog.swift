internal import Errors
internal import Hummingbird
internal import JobQueue
internal import Logging

/// The log of changes that clients requested: who, the change, the job, and the outcome.
struct AuditLog: Sendable {
    let logger: Logger

    /// Responds to a request of a route; logs it if the route changes jobs.
    func respond(
        _ request: Request, _ context: ServerContext, by route: Route
    ) async throws -> Response {
        guard let change = route.change else { return try await route.respond(request, context) }
        var metadata = context.client.metadata
        metadata["change"] = "\(change)"
        // The text of a path is not logged unless it is an id.
        if let job = context.parameters.get("id").flatMap({ JobID($0) }) {
            metadata["job"] = "\(job)"
        }
        do {
            let response = try await route.respond(request, context)
            if let job = response.headers[.location]?.split(separator: "/").last.flatMap({
                JobID($0)
            }) {
                metadata["job"] = "\(job)"
            }
            metadata["outcome"] = response.status == .created ? "created" : "done"
            logger.notice("change requested", metadata: metadata)
            return response
        } catch {
            metadata["outcome"] = "\((error as? any CodedError)?.code.rawValue ?? "failed")"
            logger.notice("change requested", metadata: metadata)
            throw error
        }
    }
}
