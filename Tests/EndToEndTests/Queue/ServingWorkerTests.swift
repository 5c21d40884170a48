import Foundation
import TestSupport
import Testing

/// A worker with an HTTP server.
@Suite struct ServingWorkerTests {
    /// Returns the status of a response, or 0 without one, and its lines.
    private func get(
        _ path: String, at port: Int
    ) async throws -> (status: Int?, lines: ArraySlice<String>) {
        let script = """
            import http.client, sys
            connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)
            try:
                connection.request("GET", sys.argv[2])
                response = connection.getresponse()
                print(response.status)
                print(response.read().decode())
            except OSError:
                print(0)
            """
        let lines = try await Command("/usr/bin/python3", ["-c", script, "\(port)", path])
            .runNow().lines
        return (lines.first.flatMap { Int($0) }, lines.dropFirst())
    }

    private func port(of worker: RunningCommand, _ site: QueueSite) async throws -> Int {
        var port: Int?
        try await site.until("it listens") {
            port = worker.errorOutput.firstMatch(of: /serving HTTP port=(\d+)/).flatMap {
                Int($0.1)
            }
            return port != nil
        }
        return try #require(port)
    }

    /// Probes must distinguish a draining worker from a dead one.
    @Test func drainingWorkerIsAliveAndNotReady() async throws {
        try await QueueSite.with(.sqlite) { site in
            let worker = try await site.worker(
                "--http", "127.0.0.1:0", "--drain-timeout", "1h", "--log-level", "info")
            let port = try await port(of: worker, site)
            #expect(try await get("/readyz", at: port).status == 200)
            let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            try await site.until("an artifact is completed") { site.artifacts > 0 }
            worker.signal(SIGTERM)
            try await site.until("it drains") {
                try await get("/readyz", at: port).status == 503
            }
            #expect(try await get("/healthz", at: port).status == 200)
            let metrics = try await get("/metrics", at: port).lines
            #expect(metrics.contains(#"vtranscode_claims_total{kind="transcode"} 1"#))
            #expect(metrics.contains { $0.hasPrefix("vtranscode_build_info{version=") })
            #expect(metrics.contains("vtranscode_worker_slots 1"))
            #expect(try await worker.status() == 0)
            try await site.untilEnded(job, as: "completed")
            #expect(try await get("/healthz", at: port).status == 0)
        }
    }

    /// A worker without its server runs no task.
    @Test func workerWithUsedPortClaimsNoTask() async throws {
        try await QueueSite.with(.sqlite) { site in
            let other = "sqlite:\(site.folder.file("other.db").path)"
            let first = try await site.worker(
                "--http", "127.0.0.1:0", "--log-level", "info", "--queue", other)
            let port = try await port(of: first, site)
            let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
            let second = try await site.worker("--http", "127.0.0.1:\(port)")
            #expect(try await second.status() == 74)
            #expect(try await site.job(job).status == "queued")
            let claims = try await Command(
                "/usr/bin/python3",
                [
                    "-c",
                    "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT fencing_token FROM task'))",
                    site.folder.file("queue.db").path,
                ]
            ).runNow().lines
            #expect(claims == ["(0,)"])
            first.signal(SIGTERM)
            #expect(try await first.status() == 0)
        }
    }

    /// Paths of a client are checked at the submission, and again when they are used.
    @Test func uploadReplacedByALinkIsNotRead() async throws {
        try await QueueSite.with(.sqlite) { site in
            let upload = try site.folder.folder("in").appending(path: "film.mp4")
            let film = try await QueueUpload.shared.value.upload
            try FileManager.default.copyItem(at: film, to: upload)
            let worker = try await site.worker(
                "--http", "127.0.0.1:0", "--root", site.folder.url.path, "--log-level", "info")
            let port = try await port(of: worker, site)
            _ = try await site.queue("pause")
            let job = try await submit(#"{"upload": "in/film.mp4", "output": "out"}"#, at: port)
            let folder = upload.deletingLastPathComponent()
            try FileManager.default.removeItem(at: folder)
            try FileManager.default.createSymbolicLink(
                at: folder, withDestinationURL: film.deletingLastPathComponent())
            _ = try await site.queue("resume")
            try await site.untilEnded(job, as: "failed")
            let failure = try #require(try await site.job(job).error)
            #expect(failure.code == "OUTSIDE_ROOT" && !failure.retryable)
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    /// A rotation: both tokens are valid in between, and a wrong file changes nothing.
    @Test func hangUpReloadsTheTokenFile() async throws {
        try await QueueSite.with(.sqlite) { site in
            let file = site.folder.file("tokens")
            let (old, new) = ("old-0123456789abcdef", "new-0123456789abcdef")
            func write(_ text: String) throws {
                try Data(text.utf8).write(to: file)
                try site.user.own(file)
            }
            try write("read \(old)\n")
            let worker = try await site.worker(
                "--http", "127.0.0.1:0", "--http-token-file", file.path)
            let port = try await port(of: worker, site)
            #expect(try await status(old, at: port) == 200)
            #expect(try await status(new, at: port) == 401)
            func hangUp(_ text: String, until line: String, _ count: Int) async throws {
                try write(text)
                worker.signal(SIGHUP)
                try await site.until("\(line) is logged") {
                    worker.errorOutput.ranges(of: line).count == count
                }
            }
            let loaded = "tokens loaded again"
            try await hangUp("read \(old)\n# rotation\noperate:acme \(new)\n", until: loaded, 1)
            #expect(try await status(old, at: port) == 200)
            #expect(try await status(new, at: port) == 200)
            try await hangUp("read \(old)\nadmin \(new)\n", until: "previous ones stay valid", 1)
            #expect(worker.errorOutput.contains("\(file.path):2: "))
            #expect(try await status(old, at: port) == 200)
            #expect(try await status(new, at: port) == 200)
            try await hangUp("operate:acme \(new)\n", until: loaded, 2)
            #expect(try await status(old, at: port) == 401)
            #expect(try await status(new, at: port) == 200)
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
            #expect(!worker.errorOutput.contains("0123456789abcdef"))
        }
    }

    /// Returns the status of a request with a token.
    private func status(_ token: String, at port: Int) async throws -> Int? {
        let script = """
            import http.client, sys
            connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)
            connection.request("GET", "/api/v1/stats", headers={"Authorization": "Bearer " + sys.argv[2]})
            print(connection.getresponse().status)
            """
        return try await Command("/usr/bin/python3", ["-c", script, "\(port)", token])
            .runNow().lines.first.flatMap { Int($0) }
    }

    /// Captions that come to lie beside an upload after its submission.
    @Test func laterCaptionsAreNotUsed() async throws {
        try await QueueSite.with(.sqlite) { site in
            let folder = try site.folder.folder("in")
            try FileManager.default.copyItem(
                at: try await QueueUpload.shared.value.upload,
                to: folder.appending(path: "film.mp4"))
            func write(_ text: String, _ language: String) throws {
                try Data("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n".utf8)
                    .write(to: folder.appending(path: "film.\(language).srt"))
            }
            try write("hello", "en")
            let worker = try await site.worker(
                "--http", "127.0.0.1:0", "--root", site.folder.url.path, "--log-level", "info")
            let port = try await port(of: worker, site)
            _ = try await site.queue("pause")
            let body = #"{"upload": "in/film.mp4", "output": "out", "name": "NAME"}"#
            let job = try await submit(body.replacing("NAME", with: "film"), at: port)
            let silent = try await submit(
                body.replacing("NAME\"", with: "silent\", \"captions\": []"), at: port)
            try write("not yours", "de")
            _ = try await site.queue("resume")
            try await site.untilEnded(job, as: "completed")
            try await site.untilEnded(silent, as: "completed")
            func captions(_ name: String) -> [String] {
                FileTree.files(in: site.output.appending(path: name))
                    .filter { $0.hasSuffix(".vtt") && $0.contains("captions/") }
                    .map { String($0.split(separator: "/").dropFirst().first ?? "") }
            }
            #expect(Set(captions("film")) == ["en"])
            #expect(captions("silent") == [])
            let shown = try await get("/api/v1/jobs/\(job)", at: port).lines.joined()
            #expect(shown.contains(#""captions":["film.en.srt"]"#))

            // Captions that are changed while the job waits.
            _ = try await site.queue("pause")
            let last = try await submit(body.replacing("NAME", with: "last"), at: port)
            try write("changed", "en")
            _ = try await site.queue("resume")
            try await site.untilEnded(last, as: "failed")
            let failure = try #require(try await site.job(last).error)
            #expect(failure.code == "CHANGED" && !failure.retryable)
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    /// Submits an upload over HTTP and returns the job's id.
    private func submit(_ body: String, at port: Int) async throws -> String {
        struct Job: Decodable { let id: String }
        let script = """
            import http.client, sys
            connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)
            connection.request("POST", "/api/v1/jobs", sys.argv[2], {"Content-Type": "application/json"})
            print(connection.getresponse().read().decode())
            """
        let response = try await Command("/usr/bin/python3", ["-c", script, "\(port)", body])
            .runNow().lines.joined()
        return try JSONDecoder().decode(Job.self, from: Data(response.utf8)).id
    }
}
