import Foundation
import JobModel
import JobQueue
import Testing

@testable import Webhooks

@Suite struct WebhookMessageTests {
    private static let written = """
        {"bytes":1000,"duration":12.5,"manifest":"/out/a/manifest.json","name":"a","output":"/out","path":"/out/a",\
        "playlist":"/out/a/master.m3u8","poster":"/out/a/poster.jpg","warnings":["VFR"]}
        """

    @Test func messageContainsThePackage() async throws {
        let queue = try await TestQueue()
        let url = "http://127.0.0.1:9/hook"
        let job = try await queue.store.submit(
            JobRequest(key: "k", payload: "", tasks: [NewTask(kind: "a")], webhook: url)
        ).job.id
        let worker = try await queue.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
        let task = try #require(try await queue.store.claim(worker, count: 1).first)
        _ = try await queue.store.complete(task.lease, result: Self.written, adding: [])
        let deliveries = try await queue.store.claimDeliveries(count: 8)
        let message = try #require(deliveries.last { $0.event.kind == .published })
        var links = PackageLinks()
        links.serve("/out", at: "https://cdn.example")
        let made = try WebhookMessage(message, links: links)
        #expect(made.id == message.event.id)
        let body = made.body
        #expect(body.contains(#","id":"\#(message.event.id)","#))
        let package = Self.written.replacing(#""output":"/out","#, with: "")
        #expect(body.contains(#""job":"\#(job)","package":"# + package + ","))
        let urls = """
            "urls":{"download":null,"manifest":"https://cdn.example/a/manifest.json",\
            "playlist":"https://cdn.example/a/master.m3u8","poster":"https://cdn.example/a/poster.jpg"}
            """
        #expect(body.contains(urls))
    }
}
