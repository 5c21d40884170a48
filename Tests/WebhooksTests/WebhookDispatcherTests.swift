import JobQueue
import Logging
import TestSupport
import Testing

@testable import Webhooks

@Suite(.timeLimit(.minutes(20))) struct WebhookDispatcherTests {
    private static let taken = "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"

    private func submit(_ count: Int, to url: String, of queue: TestQueue) async throws {
        for index in 0..<count {
            _ = try await queue.store.submit(
                JobRequest(
                    key: "\(index) \(url)", payload: "", tasks: [NewTask(kind: "test")],
                    webhook: url))
        }
    }

    /// The host has more events than concurrent deliveries, and they are older.
    @Test func unresponsiveHostDoesNotDelayOthers() async throws {
        let queue = try await TestQueue()
        let dead = try LoopbackServer(.noResponse)
        let live = try LoopbackServer(.text(Self.taken))
        try await submit(60, to: dead.url, of: queue)
        try await submit(20, to: "http://localhost:\(live.port)/", of: queue)
        let counts = DeliveryCounts()
        let dispatcher = WebhookDispatcher(
            store: queue.store,
            sender: WebhookSender(userAgent: "test", allowsPrivate: true, timeout: 3),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, counts: counts)
        let running = Task { await dispatcher.run() }
        try await eventually { counts.snapshot.delivered == 20 }
        // Without a limit per host, these would be all deliveries.
        #expect(counts.snapshot.undelivered < 30)
        #expect(live.requests.count == 20)
        running.cancel()
        await running.value
    }
}
