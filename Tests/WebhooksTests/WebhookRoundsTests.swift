import JobQueue
import Logging
import TestSupport
import Testing

@testable import Webhooks

@Suite(.timeLimit(.minutes(20))) struct WebhookRoundsTests {
    private static let taken = "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"

    private func submit(_ count: Int, to url: String, of queue: TestQueue) async throws {
        for index in 0..<count {
            _ = try await queue.store.submit(
                JobRequest(
                    key: "\(index) \(url)", payload: "", tasks: [NewTask(kind: "work")],
                    webhook: url))
        }
    }

    /// It has far more events than there are places, and they came first.
    @Test func aHostThatDoesNotAnswerKeepsNoOtherWaiting() async throws {
        let queue = try await TestQueue()
        let dead = try LoopbackReceiver(.silence)
        let live = try LoopbackReceiver(.text(Self.taken))
        try await submit(60, to: dead.url, of: queue)
        try await submit(20, to: "http://localhost:\(live.port)/", of: queue)
        let counts = DeliveryCounts()
        let rounds = WebhookRounds(
            store: queue.store,
            sender: WebhookSender(userAgent: "test", allowsPrivate: true, limit: 3),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, counts: counts)
        let running = Task { await rounds.run() }
        try await eventually { counts.snapshot.delivered == 20 }
        // All of them, had each place been anybody's.
        #expect(counts.snapshot.undelivered < 30)
        #expect(live.requests.count == 20)
        running.cancel()
        await running.value
    }
}
