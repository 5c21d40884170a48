internal import Foundation
internal import Hummingbird
internal import JobModel
internal import JobQueue
internal import Storage

/// The status page and its posters.
struct PageAPI: Sendable {
    let store: any QueueStore
    let stats: CachedStats
    let roots: MediaRoots?
    let files: FileOperations
    /// Operations that wait for the service of credentials, apart from those on folders.
    let signing: FileOperations
    let links: PackageLinks
    let storage: StorageRegistry
    let isDraining: @Sendable () -> Bool

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let client = context.client
        let completed = try await cards(.completed, client)
        let page = StatusPage(
            stats: try await stats.value(of: client.tenant), isDraining: isDraining(),
            client: client,
            processing: try await cards(.processing, client).cards,
            failed: try await cards(.failed, client).cards,
            queued: try await cards(.queued, client).cards,
            completed: completed.cards)
        let document = HTML.page(
            title: "vtranscode", body: page.html, script: true, images: completed.origins)
        return .page(document.html, policy: document.policy)
    }

    /// Returns the cards of jobs, and the origins of their posters, apart from this server.
    private func cards(
        _ state: JobState, _ client: Client
    ) async throws -> (cards: [JobCard], origins: [String]) {
        let now = Date().timeIntervalSince1970
        let filter = JobFilter(
            states: [state], tenant: client.tenant, limit: StatusPage.limits[state] ?? 0)
        let jobs = try await store.withTimeout { try await $0.jobs(filter) }
        let withPosters = await files.run { [roots] in
            Set(jobs.filter { PosterFile(of: $0, below: roots)?.isThere == true }.map(\.id))
        }
        // Where its credentials are missing, an object has no link.
        let origins = await signing.run { [storage] in
            jobs.reduce(into: [JobID: String]()) { origins, job in
                origins[job.id] = PackageObject(.manifest, of: job)?.url(in: storage)
                    .map(PackageObject.origin)
            }
        }
        let cards = jobs.map { job in
            let isLinked = origins?[job.id] != nil
            return JobCard(
                job,
                hasPoster: withPosters?.contains(job.id) == true
                    || isLinked && PackageObject(.poster, of: job) != nil,
                hasLinks: isLinked, links: links, mayChange: client.has(.changeJobs), now: now)
        }
        return (cards, Set((origins ?? [:]).values).sorted())
    }

    func poster(_ request: Request, _ context: ServerContext) async throws -> Response {
        let job = try await job(context)
        // Shorter than the URL is valid.
        if let object = PackageObject(.poster, of: job) {
            return try await redirect(to: object, lifetime: "private, max-age=600")
        }
        guard let poster = PosterFile(of: job, below: roots),
            let file = await files.run({ poster.read() }) ?? nil
        else { throw APIError.notFound }
        // The poster of a running job is provisional.
        let lifetime = job.state == .completed ? 3600 : 60
        return Response(
            status: .ok,
            headers: [.contentType: file.type, .cacheControl: "private, max-age=\(lifetime)"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    func manifest(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await redirect(to: PackageObject(.manifest, of: try await job(context)))
    }

    func download(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await redirect(to: PackageObject(.download, of: try await job(context)))
    }

    private func job(_ context: ServerContext) async throws -> JobRecord {
        guard let id = context.parameters.get("id").flatMap({ JobID($0) }),
            let job = try await store.withTimeout({ try await $0.job(id) }),
            context.client.mayAccess(job.tenant)
        else { throw APIError.notFound }
        return job
    }

    /// Redirects to a presigned URL, which nothing else records.
    private func redirect(
        to object: PackageObject?, lifetime: String = "no-store"
    ) async throws -> Response {
        guard let object else { throw APIError.notFound }
        guard let url = await signing.run({ [storage] in object.url(in: storage) }) else {
            throw SubmissionError(
                .unresponsiveStore, message: "the service of credentials does not respond",
                advice: "try again in a moment")
        }
        guard let url else { throw APIError.notFound }
        return Response(status: .found, headers: [.location: url, .cacheControl: lifetime])
    }
}
