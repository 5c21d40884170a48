import Foundation
import JobQueue
import Synchronization
import Testing

@testable import StatusServer

@Suite(.timeLimit(.minutes(20))) struct EventStreamTests {
    private func request(_ id: JobID, after last: String? = nil) -> String {
        let resumed = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        return "GET /api/v1/jobs/\(id)/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + resumed + "\r\n"
    }

    private func events(in text: String) -> [String] {
        text.matches(of: /event: (\w+)/).map { String($0.1) }
    }

    @Test func eventsAreStreamedUntilTheEnd() async throws {
        try await TestServer.run { server in
            let worker = try await server.store.worker()
            let lease = try await server.store.start(
                "/in/a.mp4", worker, fraction: 0.5, remaining: 3)
            let store = server.store
            let data = try await server.client.exchange(request(lease.job)) { text in
                // The job ends after its progress was received.
                if text.contains("\"progress\":50") {
                    Task {
                        _ = try await store.complete(
                            lease, result: try packageResult(),
                            adding: [])
                    }
                }
                return false
            }
            let text = String(decoding: data, as: UTF8.self)
            #expect(text.contains("text/event-stream"))
            // nginx would buffer the stream.
            #expect(text.lowercased().contains("\r\nx-accel-buffering: no\r\n"))
            #expect(events(in: text) == ["queued", "started", "progress", "published"])
            #expect(
                text.contains(
                    #"data: {"eta":3,"event":"progress","job":"\#(lease.job)","progress":50,"time":"#
                ))
            let ids = text.matches(of: /id: (\d+)\n.*\n.*"sequence":(\d+)/)
            #expect(ids.count == 3 && ids.allSatisfy { $0.1 == $0.2 })
            #expect(text.contains(#""playlist":"file:///out/a/index.m3u8""#))
        }
    }

    @Test func reconnectedClientResumes() async throws {
        try await TestServer.run { server in
            let worker = try await server.store.worker()
            let id = try await server.store.failPermanently("/in/a.mp4", worker, .empty)
            let all = try await server.store.events(of: id, after: 0, limit: 10)
            #expect(all.map(\.kind) == [.queued, .started, .failed])
            let rest = try await server.client.exchange(request(id, after: "\(all[1].sequence)"))
            let text = String(decoding: rest, as: UTF8.self)
            #expect(events(in: text) == ["failed"])
            #expect(text.contains("id: \(all[2].sequence)\n"))
            #expect(text.contains(#""code":"EMPTY""#))
            // After the last event, this status stops browsers from reconnecting.
            let none = try await server.client.get(
                "/api/v1/jobs/\(id)/events", ["Last-Event-ID": "\(all[2].sequence)"])
            #expect(none.status == 204)
        }
    }

    @Test func idleStreamSendsComments() async throws {
        try await TestServer.run { server in
            let id = try await server.store.add("/in/a.mp4")
            let data = try await server.client.exchange(request(id)) {
                $0.matches(of: /\r\n:\n\n/).count >= 2
            }
            #expect(events(in: String(decoding: data, as: UTF8.self)) == ["queued"])
        }
    }

    /// Otherwise open streams, or a store that does not respond, would delay the shutdown.
    @Test(arguments: [0.02, 3600]) func shutdownEndsStreams(_ poll: Double) async throws {
        let watching = Mutex<Task<Data, any Error>?>(nil)
        let (seen, sees) = AsyncStream.makeStream(of: Void.self)
        try await TestServer.run(intervals: .init(poll: poll)) { server in
            let asked = request(try await server.store.add("/in/a.mp4"))
            let client = server.client
            let watcher = Task {
                try await client.exchange(asked) { text in
                    if text.contains("event: queued") { sees.yield() }
                    return false
                }
            }
            watching.withLock { $0 = watcher }
            for await _ in seen { break }
        }
        let text = String(
            decoding: try #require(try await watching.withLock(\.self)?.value), as: UTF8.self)
        #expect(events(in: text) == ["queued"])
        #expect(text.hasSuffix("0\r\n\r\n"))
    }

    @Test(arguments: ["x", "-1", "1.5"])
    func invalidLastEventIDIsRejected(_ last: String) async throws {
        try await TestServer.run { server in
            let id = try await server.store.add("/in/a.mp4")
            let response = try await server.client.get(
                "/api/v1/jobs/\(id)/events", ["Last-Event-ID": last])
            #expect(response.status == 400)
        }
    }
}
