internal import Hummingbird
internal import JobModel
internal import JobQueue
internal import Logging

/// Around every answer: headers that keep browsers strict, and errors as JSON.
struct Envelope: RouterMiddleware {
    let routes: [Route]

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = await answer(request, context, next)
        for (name, value) in Self.strictness where response.headers[name: name] == nil {
            response.headers[name: name] = value
        }
        // Routes of GET do so by themselves, what leads to none of them does not.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ request: Request, _ context: ServerContext,
        _ next: (Request, ServerContext) async throws -> Response
    ) async -> Response {
        do {
            return try await next(request, context)
        } catch let error as APIError {
            return error.response
        } catch let error as QueueError {
            let told = APIError(error)
            // Clients are not told where the queue lies, nor what its server said.
            if told.status.kind == .serverError {
                context.logger.warning("\(request.method) \(request.uri.path): \(error)")
            }
            return told.response
        } catch let error as SubmissionRefusal {
            return APIError(error).response
        } catch let error as HTTPError where error.status == .notFound {
            return missing(request.uri.path, request.method).response
        } catch {
            context.logger.error("\(request.method) \(request.uri.path): \(error)")
            return APIError(
                .fault, "something went wrong in the server",
                advice: "look at its log, and report it"
            ).response
        }
    }

    /// No such path, or not by this method.
    private func missing(_ path: String, _ method: HTTPRequest.Method) -> APIError {
        let methods = routes.filter { $0.matches(path) }.map(\.method)
        guard !methods.isEmpty else { return .nothing }
        let allowed = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
            .sorted().joined(separator: ", ")
        var error = APIError(
            .methodNotAllowed, "\(method.rawValue) does nothing here", advice: "use \(allowed)")
        error.headers[.allow] = allowed
        return error
    }

    private static let strictness = [
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}
