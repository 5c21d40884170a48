internal import Hummingbird
internal import JobModel
internal import JobQueue
internal import ServiceLifecycle

/// The resource `/api/v1/jobs`.
struct JobsAPI: Sendable {
    /// The longest body of a request, in bytes.
    static let maxBodySize = 65_536

    let store: any QueueStore
    let links: PackageLinks
    let roots: MediaRoots?
    let converter: (any SubmissionConverter)?
    let allowsPrivateWebhooks: Bool
    let files: FileOperations
    let clients: ConnectedClients

    private struct List: Encodable {
        let jobs: [JobView]
        /// The cursor of the next page; `nil` on the last one.
        let next: String?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(jobs, forKey: .jobs)
            try container.encode(next, forKey: .next)
        }
        private enum Key: CodingKey { case jobs, next }
    }

    func submit(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let roots, let converter else {
            throw APIError(
                .submittingOff, "this server accepts no submissions",
                advice: "configure a media root, which contains uploads and outputs")
        }
        guard request.isJSON else {
            throw APIError(
                .wrongType, "the content type is not JSON",
                advice: "send it with Content-Type: application/json")
        }
        var body = try SubmissionBody(json: try await request.body(atMost: Self.maxBodySize))
        body.tenant = try context.client.tenant(requested: body.tenant)
        guard let own = roots.roots(of: body.tenant ?? JobRequest.defaultTenant) else {
            throw APIError(
                .submittingOff, "this server accepts no submissions of the tenant",
                advice: "configure a media root for it")
        }
        let allowsPrivateWebhooks = allowsPrivateWebhooks
        let validated = await files.run { [body] in
            Result {
                try body.submission(below: own, allowsPrivateWebhooks: allowsPrivateWebhooks)
            }
        }
        guard let submission = try validated?.get() else {
            throw APIError(
                .unresponsiveFiles, "the file system of the media root does not respond",
                advice: "try again in a moment; check the file server")
        }
        let job = try await self.request(for: submission, converter, context)
        let submitted = try await store.withTimeout { try await $0.submit(job) }
        var response = Response.json(
            JobView(submitted.job, links: links), status: submitted.isNew ? .created : .ok)
        response.headers[.location] = "/api/v1/jobs/\(submitted.job.id)"
        return response
    }

    /// Creates the request of a submission's job, unless the server shuts down or the client disconnects: reading a large upload
    /// takes a minute.
    private func request(
        for submission: UploadSubmission, _ converter: any SubmissionConverter,
        _ context: ServerContext
    ) async throws -> JobRequest {
        do {
            return try await cancelWhenGracefulShutdown {
                try await clients.whileConnected(context.channel) {
                    try await converter.request(for: submission)
                }
            }
        } catch let error as SubmissionLimitError {
            throw APIError(error)
        } catch is ClientDisconnectedError {
            throw APIError(
                .clientDisconnected, "the client closed its side of the connection",
                advice: "keep the connection open until the response")
        } catch is CancellationError {
            throw APIError(
                .shuttingDown, "the server is shutting down",
                advice: "submit it again in a moment")
        }
    }

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        var filter = try JobFilter(FormFields.read(request.uri.query ?? ""))
        filter.tenant = try context.client.tenant(requested: filter.tenant)
        var extended = filter
        extended.limit += 1
        let found = try await store.withTimeout { [extended] in try await $0.jobs(extended) }
        let page = found.prefix(filter.limit)
        return .json(
            List(
                jobs: page.map { JobView($0, links: links) },
                next: found.count > page.count ? page.last?.id.text : nil))
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        .json(JobView(try await job(context), links: links))
    }

    func cancel(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await permittedID(context)
        let job = try await store.withTimeout { try await $0.cancel(id) }
        return response(with: job, to: request)
    }

    func retry(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await permittedID(context)
        let job = try await store.withTimeout { try await $0.retry(id) }
        return response(with: job, to: request)
    }

    /// Responds with the job, or redirects a form of the status page to the page.
    private func response(with job: JobRecord, to request: Request) -> Response {
        guard request.headers[.accept]?.contains("text/html") != true else {
            return Response(status: .seeOther, headers: [.location: "/"])
        }
        return .json(JobView(job, links: links))
    }

    /// Returns the job that the path names.
    ///
    /// - Throws: `APIError` if there is none, or if it belongs to a tenant that the client may not access.
    func job(_ context: ServerContext) async throws -> JobRecord {
        let id = try Self.id(context)
        guard let job = try await store.withTimeout({ try await $0.job(id) }),
            context.client.mayAccess(job.tenant)
        else { throw APIError.noSuchJob }
        return job
    }

    /// Returns the id that the path names; the job of a client with a tenant is read, since it may belong to another tenant.
    private func permittedID(_ context: ServerContext) async throws -> JobID {
        context.client.tenant == nil ? try Self.id(context) : try await job(context).id
    }

    private static func id(_ context: ServerContext) throws -> JobID {
        guard let id = context.parameters.get("id").flatMap({ JobID($0) }) else {
            throw APIError.noSuchJob
        }
        return id
    }
}

extension JobFilter {
    /// Reads a query.
    ///
    /// - Throws: `APIError` for an unknown parameter or value.
    init(_ query: [(name: String, value: String)]) throws(APIError) {
        self.init(limit: 50)
        for (name, value) in query {
            switch name {
            case "status":
                for word in value.split(separator: ",") {
                    guard let state = JobState(name: String(word)) else {
                        throw Self.error(
                            name,
                            "one or more of " + JobState.allCases.map(\.name).joined(separator: ",")
                        )
                    }
                    states.append(state)
                }
            case "tenant": tenant = value
            case "limit":
                guard let limit = Int(value), (1...500).contains(limit) else {
                    throw Self.error(name, "1 to 500")
                }
                self.limit = limit
            case "cursor":
                guard let id = JobID(value) else { throw Self.error(name, "`next` of a list") }
                before = id
            default: throw Self.error(name, "only status, tenant, limit and cursor")
            }
        }
    }

    private static func error(_ name: String, _ advice: String) -> APIError {
        APIError(
            .badParameter, "\(String(name.prefix(100)).debugDescription): invalid parameter",
            advice: "give \(advice)")
    }
}
