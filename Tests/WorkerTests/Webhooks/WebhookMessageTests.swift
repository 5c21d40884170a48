import Foundation
import JobModel
import JobQueue
import Testing
import Transcoding

@testable import Worker

@Suite struct WebhookMessageTests {
    private static let written = """
        {"bytes":1000,"duration":12.5,"manifest":"/out/a/manifest.json","name":"a","output":"/out","path":"/out/a",\
        "playlist":"/out/a/master.m3u8","poster":"/out/a/poster.jpg","warnings":["VFR"]}
        """

    /// What the transcoder writes is what everybody reads.
    @Test func aPackagesResultIsAJobs() throws {
        let package: PackageResult = try PayloadJSON.value(Self.written)
        #expect(try JobResult(package).json == Self.written)
    }

    @Test func aPublishedPackageIsTold() async throws {
        let bench = try await QueueBench()
        let url = "http://127.0.0.1:9/hook"
        let job = try await bench.store.submit(
            JobRequest(key: "k", payload: "", tasks: [NewTask(kind: "a")], webhook: url)
        ).job.id
        let worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(worker, count: 1).first)
        _ = try await bench.store.complete(task.lease, result: Self.written, adding: [])
        let deliveries = try await bench.store.claimDeliveries(count: 8)
        let told = try #require(deliveries.last { $0.event.kind == .published })
        let body = try WebhookMessage(told).body
        let package = Self.written.replacing(#""output":"/out","#, with: "")
        #expect(body.contains(#""job":"\#(job)","package":"# + package + ","))
    }
}
