import Foundation
import TestSupport
import Testing

/// The CPU time of sandbox processes, which a worker reports to the queue.
@Suite struct MeasuredTimeTests {
    @Test func taskHasTheTimeOfItsSandboxProcesses() async throws {
        try await QueueSite.with(.sqlite) { site in
            let job = try await site.add(try await QueueUpload.shared.value.upload)
            let worker = try await site.worker()
            try await site.untilEnded(job, as: "completed")
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
            let script = """
                import sqlite3, sys
                queue = sqlite3.connect(sys.argv[1])
                print(queue.execute("SELECT cpu_seconds FROM task").fetchone()[0])
                print(queue.execute("SELECT correction FROM virtual_finish").fetchone()[0])
                """
            let path = String(site.queue.dropFirst("sqlite:".count))
            let read = try await Command("python3", ["-c", script, path]).runNow()
            #expect(read.status == 0, "\(read.errorOutput)")
            let lines = read.lines
            // Every encoder takes longer; the plan's estimate and the measurement both differ from that of the file's size.
            #expect(try #require(lines.first.flatMap(Double.init)) > 0.01)
            #expect(try #require(lines.last.flatMap(Int.init)) != 0)
        }
    }
}
