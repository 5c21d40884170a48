internal import Hummingbird
internal import JobModel
internal import JobQueue
internal import ServiceLifecycle

/// `/api/v1/jobs`: what programs ask of the queue.
struct JobsAPI: Sendable {
    /// Bytes of a request's body.
    static let longestBody = 65_536

    let store: any QueueStore
    let links: PackageLinks
    let root: ServedRoot?
    let submitting: (any Submitting)?
    let allowsPrivateWebhooks: Bool
    let look: FileLook

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
        guard let root, let submitting else {
            throw APIError(
                .submittingOff, "this server takes no submissions",
                advice: "start it with --root, the folder of uploads and outputs")
        }
        guard request.isJSON else {
            throw APIError(
                .wrongType, "the body is said to be no JSON",
                advice: "send it with Content-Type: application/json")
        }
        let body = try SubmissionBody(json: try await request.body(atMost: Self.longestBody))
        let allowsPrivateWebhooks = allowsPrivateWebhooks
        let looked = await look {
            Result {
                try body.submission(below: root, allowsPrivateWebhooks: allowsPrivateWebhooks)
            }
        }
        guard let submission = try looked?.get() else {
            throw APIError(
                .silentFiles, "the file system below --root does not answer",
                advice: "try again in a moment; look at the share that it lies on")
        }
        let job = try await self.request(for: submission, submitting)
        let made = try await store.soon { try await $0.submit(job) }
        var response = Response.json(
            JobView(made.job, links: links), status: made.isNew ? .created : .ok)
        response.headers[.location] = "/api/v1/jobs/\(made.job.id)"
        return response
    }

    /// Uploads are read through for it, which takes a minute for large ones: a server that ends does not wait for that.
    private func request(
        for submission: UploadSubmission, _ submitting: any Submitting
    ) async throws -> JobRequest {
        do {
            return try await cancelWhenGracefulShutdown {
                try await submitting.request(for: submission)
            }
        } catch is CancellationError {
            throw APIError(.ending, "the server ends", advice: "submit it again in a moment")
        }
    }

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let filter = try JobFilter(FormFields.read(request.uri.query ?? ""))
        var further = filter
        further.limit += 1
        let found = try await store.soon { [further] in try await $0.jobs(further) }
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
        let id = try Self.id(context)
        let job = try await store.soon { try await $0.cancel(id) }
        return answer(job, to: request)
    }

    func retry(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let job = try await store.soon { try await $0.retry(id) }
        return answer(job, to: request)
    }

    /// A program gets the job, a form of the page gets the page again.
    private func answer(_ job: JobRecord, to request: Request) -> Response {
        guard request.headers[.accept]?.contains("text/html") != true else {
            return Response(status: .seeOther, headers: [.location: "/"])
        }
        return .json(JobView(job, links: links))
    }

    /// The job that the path names.
    func job(_ context: ServerContext) async throws -> JobRecord {
        let id = try Self.id(context)
        guard let job = try await store.soon({ try await $0.job(id) }) else {
            throw APIError.noSuchJob
        }
        return job
    }

    private static func id(_ context: ServerContext) throws -> JobID {
        guard let id = context.parameters.get("id").flatMap({ JobID($0) }) else {
            throw APIError.noSuchJob
        }
        return id
    }
}

extension JobFilter {
    /// What a query asks for.
    ///
    /// - Throws: `APIError` if it asks for something that there is not.
    init(_ query: [(name: String, value: String)]) throws(APIError) {
        self.init(limit: 50)
        for (name, value) in query {
            switch name {
            case "status":
                for word in value.split(separator: ",") {
                    guard let state = JobState(name: String(word)) else {
                        throw Self.refusal(
                            name,
                            "one or more of " + JobState.allCases.map(\.name).joined(separator: ",")
                        )
                    }
                    states.append(state)
                }
            case "tenant": tenant = value
            case "limit":
                guard let limit = Int(value), (1...500).contains(limit) else {
                    throw Self.refusal(name, "1 to 500")
                }
                self.limit = limit
            case "cursor":
                guard let id = JobID(value) else { throw Self.refusal(name, "`next` of a list") }
                before = id
            default: throw Self.refusal(name, "only status, tenant, limit and cursor")
            }
        }
    }

    private static func refusal(_ name: String, _ advice: String) -> APIError {
        APIError(
            .badParameter, "\(String(name.prefix(100)).debugDescription): not understood",
            advice: "give \(advice)")
    }
}
