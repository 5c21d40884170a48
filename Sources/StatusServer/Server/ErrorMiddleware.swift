internal import Errors
internal import Hummingbird
internal import JobModel
internal import JobQueue
internal import Logging

/// Converts errors to JSON responses, and adds security headers to all responses.
struct ErrorMiddleware: RouterMiddleware {
    let routes: [Route]

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = await respond(request, context, next)
        for (name, value) in Self.securityHeaders where response.headers[name: name] == nil {
            response.headers[name: name] = value
        }
        // Routes of GET drop the body themselves; error responses do not.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func respond(
        _ request: Request, _ context: ServerContext,
        _ next: (Request, ServerContext) async throws -> Response
    ) async -> Response {
        func metadata(_ error: any Error) -> Logger.Metadata {
            var metadata: Logger.Metadata = [
                "method": "\(request.method)", "path": "\(request.uri.path)", "error": "\(error)",
            ]
            let causes = (error as? any CausedError)?.causes() ?? []
            if !causes.isEmpty { metadata["causes"] = .array(causes.map { "\($0)" }) }
            return metadata
        }
        do {
            return try await next(request, context)
        } catch let error as APIError {
            return error.response
        } catch let error as QueueError {
            let apiError = APIError(error)
            // The response omits the queue's URL and its server's messages, so they are logged.
            if apiError.status.kind == .serverError {
                context.logger.warning("request failed", metadata: metadata(error))
            }
            return apiError.response
        } catch let error as SubmissionError {
            let apiError = APIError(error)
            if apiError.status.kind == .serverError {
                context.logger.warning("request failed", metadata: metadata(error))
            }
            return apiError.response
        } catch let error as SecretKeyError {
            return APIError(error).response
        } catch let error as HTTPError where error.status == .notFound {
            return missing(request.uri.path, request.method).response
        } catch {
            context.logger.error(
                "request failed with an internal error", metadata: metadata(error))
            return APIError(
                .internalError, "the server failed with an internal error",
                advice: "check its log, and report the error"
            ).response
        }
    }

    /// Returns the error of a path without a route, or without a route for the method.
    private func missing(_ path: String, _ method: HTTPRequest.Method) -> APIError {
        let methods = routes.filter { $0.matches(path) }.map(\.method)
        guard !methods.isEmpty else { return .notFound }
        let allowed = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
            .sorted().joined(separator: ", ")
        var error = APIError(
            .methodNotAllowed, "\(method.rawValue) is not allowed for this resource",
            advice: "use \(allowed)")
        error.headers[.allow] = allowed
        return error
    }

    private static let securityHeaders = [
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}
