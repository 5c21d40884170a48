internal import Foundation
internal import Hummingbird
internal import JobQueue

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
    let isEnding: @Sendable () -> Bool

    func response(for job: JobRecord, after last: Int64) async throws -> Response {
        let news = try await store.events(of: job.id, after: last, limit: 1)
        // What tells a browser not to connect again.
        if job.state.isFinal, news.isEmpty { return Response(status: .noContent) }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
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
        var last = last
        var progress: Progress?
        var spoken = ContinuousClock.now
        while !isEnding() {
            // Read before its events: if it has ended, they are all there.
            guard let job = try await store.job(id) else { return }
            let events = try await store.events(of: id, after: last, limit: 100)
            var text = try events.map(block).joined()
            last = events.last?.sequence ?? last
            if job.state == .processing, progress != Progress(job) {
                progress = Progress(job)
                text += "event: progress\ndata: \(try Self.json(progress))\n\n"
            }
            if text.isEmpty, spoken.duration(to: .now) > .seconds(pace.comment) { text = ":\n\n" }
            if !text.isEmpty {
                try await write(text)
                spoken = .now
            }
            if events.count == 100 { continue }
            if job.state.isFinal { return }
            try await Task.sleep(for: .seconds(pace.poll))
        }
    }

    private struct Progress: Encodable, Equatable {
        let progress: Int
        let eta: Double?

        init(_ job: JobRecord) {
            progress = JobView.percent(job)
            eta = job.remaining?.rounded(.up)
        }
    }

    private struct Event: Encodable {
        let job: String
        let event: String
        let time: String
        let error: JobView.Failure?
        let urls: JobView.URLs?
    }

    private func block(_ event: JobEvent) throws -> String {
        let data = Event(
            job: event.job.text, event: event.kind.rawValue, time: JobView.time(event.time),
            error: event.failure.map(JobView.Failure.init),
            urls: JobResult(event.result).map(links.urls(of:)))
        return
            "id: \(event.sequence)\nevent: \(event.kind.rawValue)\ndata: \(try Self.json(data))\n\n"
    }

    /// One line: JSON escapes line ends inside of text.
    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
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
