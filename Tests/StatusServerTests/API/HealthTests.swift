import Foundation
import JobQueue
import Synchronization
import Testing

@testable import StatusServer

@Suite(.timeLimit(.minutes(20))) struct HealthTests {
    @Test func drainingWorkerIsAliveAndNotReady() async throws {
        let isDraining = Mutex(false)
        try await TestServer.run { _, host, _ in
            host.isDraining = { isDraining.withLock(\.self) }
        } _: { server in
            #expect(try await server.client.get("/readyz").status == 200)
            isDraining.withLock { $0 = true }
            let response = try await server.client.get("/readyz")
            #expect(response.status == 503)
            #expect(response.string("status") == "draining")
            #expect(try await server.client.get("/healthz").status == 200)
            #expect(try await server.client.get("/").text.contains("Draining"))
        }
    }

    @Test func metricsDescribeTheQueue() async throws {
        try await TestServer.run { _, host, _ in
            host.metrics = { [Metric("vtranscode_claims_total", .counter, "Tasks claimed.", 5)] }
        } _: { server in
            let worker = try await server.store.worker()
            _ = try await server.store.failPermanently("/in/a.mp4", worker, .empty)
            _ = try await server.store.start("/in/b.mp4", worker)
            try await server.store.add("/in/c.mp4", priority: 5)
            let response = try await server.client.get("/metrics")
            #expect(response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = Set(response.text.split(separator: "\n").map(String.init))
            for line in [
                #"vtranscode_jobs{status="failed"} 1"#, #"vtranscode_jobs{status="processing"} 1"#,
                #"vtranscode_jobs{status="queued"} 1"#, #"vtranscode_jobs{status="completed"} 0"#,
                #"vtranscode_tasks{state="running"} 1"#, #"vtranscode_ready_tasks{priority="5"} 1"#,
                #"vtranscode_ready_tasks{priority="0"} 0"#,
                "vtranscode_workers 1", "vtranscode_paused 0", "vtranscode_claims_total 5",
                #"vtranscode_worker_running_tasks{worker="\#(worker)",name="worker-1",host="host-1"} 1"#,
                #"vtranscode_webhook_deliveries{state="pending"} 0"#,
                "# TYPE vtranscode_jobs gauge",
            ] {
                #expect(lines.contains(line), "\(line) is not in \(response.text)")
            }
            #expect(
                lines.contains {
                    $0.hasPrefix(#"vtranscode_worker_heartbeat_age_seconds{worker="\#(worker)","#)
                })
            #expect(lines.contains { $0.hasPrefix("process_cpu_seconds_total ") })
            #expect(lines.contains { $0.hasPrefix("process_resident_memory_bytes ") })
            let began = lines.first { $0.hasPrefix("process_start_time_seconds ") }
            let time = try #require(began?.split(separator: " ").last.flatMap { Double($0) })
            // The boot time has a precision of a second.
            let now = Date().timeIntervalSince1970
            #expect(time > now - 86_400 && time < now + 2)
            #expect(lines.contains { $0.hasPrefix("vtranscode_oldest_wait_seconds ") })
            let stats = try await server.client.get("/api/v1/stats")
            #expect(stats.int("jobs.failed") == 1)
            #expect(stats.int("tasks.running") == 1)
            #expect(stats.string("workers.0.host") == "host-1")
        }
    }

    /// Prometheus, text exposition format 0.0.4: HELP and TYPE once, before the samples; three characters are escaped.
    @Test func metricsHavePrometheusFormat() {
        let metric = Metric(
            "things", .gauge, "All \\ of\nthem.",
            [
                .init(1, labels: [("name", "a\"b\\c\nd"), ("kind", "x")]), .init(0.25, labels: []),
                .init(.infinity, labels: []), .init(.nan, labels: []),
            ])
        #expect(
            metric.text == #"""
                # HELP things All \\ of\nthem.
                # TYPE things gauge
                things{name="a\"b\\c\nd",kind="x"} 1
                things 0.25
                things +Inf
                things NaN

                """#)
        #expect(Metric("none", .gauge, "None.", nil as Double?).text.isEmpty)
    }
}
