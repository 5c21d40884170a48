internal import Hummingbird
internal import JobModel
internal import JobQueue
internal import ServiceLifecycle

/// Events of one job as server-sent events, until it has ended.
///
/// Each event of the store has its sequence number as its id, by which a client that was cut off goes on. Progress comes in
/// between, without one: only the newest counts.
struct EventStream: Sendable {
    /// Times in seconds.
    struct Pace: Sendable {
        /// Between two looks at the store.
        var poll = 1.0
        /// Between two signs of life, for proxies that would close a silent connection.
        var comment = 15.0
    }

    let store: any QueueStore
    let links: PackageLinks
    let pace: Pace

    func response(for job: JobRecord, after last: Int64) async throws -> Response {
        let news = try await store.soon {
            try await $0.events(of: job.id, after: last, limit: 1)
        }
        // What tells a browser not to connect again.
        if job.state.isFinal, news.isEmpty { return Response(status: .noContent) }
        var headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store",
        ]
        // nginx keeps answers back until they are long enough, unless it is told.
        headers[name: "X-Accel-Buffering"] = "no"
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                try await write(job.id, after: last) {
                    try await writer.write(ByteBuffer(string: $0))
                }
                try await writer.finish(nil)
            })
    }

    private func write(
        _ id: JobID, after last: Int64, _ write: (String) async throws -> Void
    ) async throws {
        var follower = JobFollower(id, in: store, after: last, every: .seconds(pace.poll))
        var told: (progress: Int?, eta: Int?)
        var spoken = ContinuousClock.now
        while let look = try await Self.look(&follower) {
            var text = try look.events.map { try block(JobEventPayload($0, links: links)) }.joined()
            if let progress = look.running.map(JobEventPayload.init(progressOf:)),
                told != (progress.progress, progress.eta)
            {
                told = (progress.progress, progress.eta)
                text += try block(progress)
            }
            if text.isEmpty, spoken.duration(to: .now) > .seconds(pace.comment) { text = ":\n\n" }
            if !text.isEmpty {
                try await write(text)
                spoken = .now
            }
        }
    }

    /// What comes next; `nil` also where the server ends, which does not wait for the store.
    private static func look(_ follower: inout JobFollower) async throws -> JobFollower.Look? {
        do {
            let (look, rest) = try await cancelWhenGracefulShutdown { [follower] in
                var rest = follower
                return (try await rest.next(), rest)
            }
            follower = rest
            return look
        } catch  where Task.isShuttingDownGracefully {
            return nil
        }
    }

    private func block(_ event: JobEventPayload) throws -> String {
        let id = event.sequence.map { "id: \($0)\n" } ?? ""
        return "\(id)event: \(event.event)\ndata: \(try event.json)\n\n"
    }
}

extension EventStream {
    /// The id of the last event that a client has seen, which it tells when it was cut off; 0 at first.
    static func last(of request: Request) throws(APIError) -> Int64 {
        guard let text = request.headers[name: "Last-Event-ID"], !text.isEmpty else { return 0 }
        guard let last = Int64(text), last >= 0 else {
            throw APIError(
                .badParameter, "Last-Event-ID: no id of an event", advice: "give one as it was sent"
            )
        }
        return last
    }
}
