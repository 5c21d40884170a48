internal import Foundation
internal import Hummingbird
internal import JobQueue

/// The status page and its posters.
struct PageAPI: Sendable {
    let store: any QueueStore
    let stats: CachedStats
    let roots: MediaRoots?
    let files: FileOperations
    let isDraining: @Sendable () -> Bool

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let client = context.client
        let page = StatusPage(
            stats: try await stats.value(of: client.tenant), isDraining: isDraining(),
            client: client,
            processing: try await cards(.processing, client),
            failed: try await cards(.failed, client),
            queued: try await cards(.queued, client),
            completed: try await cards(.completed, client))
        let document = HTML.page(title: "vtranscode", body: page.html, script: true)
        return .page(document.html, policy: document.policy)
    }

    private func cards(_ state: JobState, _ client: Client) async throws -> [JobCard] {
        let now = Date().timeIntervalSince1970
        let filter = JobFilter(
            states: [state], tenant: client.tenant, limit: StatusPage.limits[state] ?? 0)
        let jobs = try await store.withTimeout { try await $0.jobs(filter) }
        let roots = roots
        let withPosters = await files.run {
            Set(jobs.filter { PosterFile(of: $0, below: roots)?.isThere == true }.map(\.id))
        }
        return jobs.map {
            JobCard(
                $0, hasPoster: withPosters?.contains($0.id) == true,
                mayChange: client.has(.changeJobs), now: now)
        }
    }

    func poster(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap({ JobID($0) }),
            let job = try await store.withTimeout({ try await $0.job(id) }),
            context.client.mayAccess(job.tenant),
            let poster = PosterFile(of: job, below: roots),
            let file = await files.run({ poster.read() }) ?? nil
        else { throw APIError.notFound }
        // The poster of a running job is provisional.
        let lifetime = job.state == .completed ? 3600 : 60
        return Response(
            status: .ok,
            headers: [.contentType: file.type, .cacheControl: "private, max-age=\(lifetime)"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
