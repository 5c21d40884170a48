internal import Hummingbird
internal import JobModel
internal import JobQueue
internal import ServiceLifecycle

/// The events of one job as server-sent events, until the job has ended.
///
/// The id of an event is its sequence number, with which a disconnected client resumes. Progress has no id: only the newest value
/// is relevant.
struct EventStream: Sendable {
    /// The intervals of a stream, in seconds.
    struct Intervals: Sendable {
        /// The interval between two polls of the store.
        var poll = 1.0
        /// The interval of comments without events, so that proxies do not close the connection.
        var keepAlive = 15.0
    }

    let store: any QueueStore
    let links: PackageLinks
    let intervals: Intervals

    /// Returns the stream of a job's events, which ends early when its client loses the permission.
    func response(
        for job: JobRecord, after last: Int64, while isPermitted: @escaping @Sendable () -> Bool
    ) async throws -> Response {
        let events = try await store.withTimeout {
            try await $0.events(of: job.id, after: last, limit: 1)
        }
        // With this status, a browser does not connect again.
        if job.state.isFinal, events.isEmpty { return Response(status: .noContent) }
        var headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store",
        ]
        // Disables the response buffer of nginx.
        headers[name: "X-Accel-Buffering"] = "no"
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                try await write(job.id, after: last, while: isPermitted) {
                    try await writer.write(ByteBuffer(string: $0))
                }
                try await writer.finish(nil)
            })
    }

    private func write(
        _ id: JobID, after last: Int64, while isPermitted: () -> Bool,
        _ write: (String) async throws -> Void
    ) async throws {
        var follower = JobFollower(id, in: store, after: last, every: .seconds(intervals.poll))
        var sent: (progress: Int?, eta: Int?)
        var lastWrite = ContinuousClock.now
        while let update = try await Self.update(&follower), isPermitted() {
            var text = try update.events.map {
                try block(JobEventPayload($0, links: links))
            }.joined()
            if let progress = update.running.map(JobEventPayload.init(progressOf:)),
                sent != (progress.progress, progress.eta)
            {
                sent = (progress.progress, progress.eta)
                text += try block(progress)
            }
            if text.isEmpty, lastWrite.duration(to: .now) > .seconds(intervals.keepAlive) {
                text = ":\n\n"
            }
            if !text.isEmpty {
                try await write(text)
                lastWrite = .now
            }
        }
    }

    /// Returns the next update; `nil` also when the server shuts down, which does not wait for the store.
    private static func update(
        _ follower: inout JobFollower
    ) async throws -> JobFollower.Update? {
        do {
            let (update, rest) = try await cancelWhenGracefulShutdown { [follower] in
                var rest = follower
                return (try await rest.next(), rest)
            }
            follower = rest
            return update
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
    /// Returns the id of the last event that a reconnecting client has received; 0 for a new one.
    static func last(of request: Request) throws(APIError) -> Int64 {
        guard let text = request.headers[name: "Last-Event-ID"], !text.isEmpty else { return 0 }
        guard let last = Int64(text), last >= 0 else {
            throw APIError(
                .badParameter, "Last-Event-ID: not the id of an event",
                advice: "send the id of an event"
            )
        }
        return last
    }
}
