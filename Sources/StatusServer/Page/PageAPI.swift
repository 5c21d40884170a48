internal import Foundation
internal import Hummingbird
internal import JobQueue

/// The status page and its pictures.
struct PageAPI: Sendable {
    let store: any QueueStore
    let recent: Recent<QueueStats>
    let root: ServedRoot?
    let look: FileLook
    let isDraining: @Sendable () -> Bool

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let page = StatusPage(
            stats: try await recent.value, isDraining: isDraining(),
            processing: try await cards(.processing), failed: try await cards(.failed),
            queued: try await cards(.queued), completed: try await cards(.completed))
        let whole = HTML.page(title: "vtranscode", body: page.html, script: true)
        return .page(whole.html, policy: whole.policy)
    }

    private func cards(_ state: JobState) async throws -> [JobCard] {
        let now = Date().timeIntervalSince1970
        let filter = JobFilter(states: [state], limit: StatusPage.limits[state] ?? 0)
        let jobs = try await store.soon { try await $0.jobs(filter) }
        let root = root
        let withPosters = await look {
            Set(jobs.filter { PosterFile(of: $0, below: root)?.isThere == true }.map(\.id))
        }
        return jobs.map {
            JobCard($0, hasPoster: withPosters?.contains($0.id) == true, now: now)
        }
    }

    func poster(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap({ JobID($0) }),
            let job = try await store.soon({ try await $0.job(id) }),
            let poster = PosterFile(of: job, below: root),
            let file = await look({ poster.read() }) ?? nil
        else { throw APIError.nothing }
        // What its worker shows while it runs may not be what the package has in the end.
        let lifetime = job.state == .completed ? 3600 : 60
        return Response(
            status: .ok,
            headers: [.contentType: file.type, .cacheControl: "private, max-age=\(lifetime)"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
