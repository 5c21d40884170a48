import Foundation
import TestSupport
import Testing

/// Submissions over HTTP whose uploads take long to read.
@Suite struct SlowSubmissionsTests {
    /// Sends submissions, each over its own connection, until a number of them wait for responses; then retains the connections.
    ///
    /// The server closes the oldest connections beyond its limit, so that further submissions take their positions.
    private static let flood = """
        import resource, signal, socket, sys, time
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        body = b'{"upload": "film.mov", "output": "out"}'
        head = "POST /api/v1/jobs HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Type: application/json\\r\\nContent-Length: %d\\r\\n\\r\\n"
        connections = []
        def send():
            connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=60)
            try:
                connection.sendall((head % len(body)).encode() + body)
            except OSError:
                pass
            connection.setblocking(False)
            connections.append(connection)
        def waits(connection):
            try:
                connection.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                return True
            except OSError:
                pass
            return False
        for _ in range(int(sys.argv[2])):
            send()
        steady = 0
        while steady < 10:
            waiting = sum(map(waits, connections))
            if waiting < int(sys.argv[3]):
                send()
            steady = steady + 1 if waiting == int(sys.argv[3]) else 0
            time.sleep(0.1)
        print("sent", flush=True)
        signal.pause()
        """

    /// Sends a request; prints the status, Retry-After and the body.
    private static let client = """
        import http.client, sys
        connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
        connection.request(sys.argv[2], sys.argv[3], sys.argv[4] or None, {"Content-Type": "application/json"})
        response = connection.getresponse()
        print(response.status, response.getheader("Retry-After"))
        print(response.read().decode())
        """

    private struct Response {
        let status: Int
        let retryAfter: String
        let lines: [String]
    }

    private func send(
        _ method: String, _ path: String, _ body: String = "", at port: Int
    ) async throws -> Response {
        let lines = try await Command(
            "/usr/bin/python3", ["-c", Self.client, "\(port)", method, path, body]
        ).runNow().lines
        let words = try #require(lines.first).split(separator: " ").map(String.init)
        return Response(
            status: try #require(Int(words[0])), retryAfter: words[1],
            lines: Array(lines.dropFirst()))
    }

    private func metric(_ name: String, at port: Int) async throws -> Double {
        let lines = try await send("GET", "/metrics", at: port).lines
        let value = lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ").last
        return try #require(value.flatMap { Double($0) })
    }

    private func counts(at port: Int) async throws -> [Double] {
        [
            try await metric(#"vtranscode_submissions{state="hashing"}"#, at: port),
            try await metric(#"vtranscode_submissions{state="waiting"}"#, at: port),
        ]
    }

    /// The reading of a sparse file of 400 GB takes many minutes.
    @Test func thousandSlowSubmissionsDelayNoOthers() async throws {
        try await QueueSite.with(.sqlite) { site in
            let film = site.folder.file("film.mov")
            try Data().write(to: film)
            try #require(truncate(film.path, 400_000_000_000) == 0)
            try Data("x".utf8).write(to: site.folder.file("clip.mp4"))
            for file in [film, site.folder.file("clip.mp4")] { try site.user.own(file) }
            let worker = try await site.worker(
                "--http", "127.0.0.1:0", "--root", site.folder.url.path)
            _ = try await site.queue("pause")
            var listening: Int?
            try await site.until("it listens") {
                listening = worker.errorOutput.firstMatch(of: /serving HTTP port=(\d+)/).flatMap {
                    Int($0.1)
                }
                return listening != nil
            }
            let port = try #require(listening)
            let memory = try await metric("process_resident_memory_bytes", at: port)

            let flood = try await RunningCommand(
                Command("/usr/bin/python3", ["-c", Self.flood, "\(port)", "1000", "54"]))
            try await site.until("all submissions are sent") { flood.text == "sent\n" }
            #expect(try await counts(at: port) == [6, 48])
            #expect(try await metric("vtranscode_submissions_refused_total", at: port) > 500)
            let refused = try await send(
                "POST", "/api/v1/jobs", #"{"upload": "film.mov", "output": "out"}"#, at: port)
            #expect(refused.status == 503 && refused.retryAfter == "5")
            #expect(refused.lines.joined().contains("TOO_MANY_SUBMISSIONS"))
            // Others are served at once; the client's own timeout is 60 s.
            let start = ContinuousClock.now
            #expect(try await send("GET", "/readyz", at: port).status == 200)
            #expect(try await send("GET", "/api/v1/jobs", at: port).status == 200)
            let clip = try await send(
                "POST", "/api/v1/jobs", #"{"upload": "clip.mp4", "output": "out"}"#, at: port)
            #expect(clip.status == 201)
            let keyed = try await send(
                "POST", "/api/v1/jobs", #"{"upload": "film.mov", "output": "out", "key": "k"}"#,
                at: port)
            #expect(keyed.status == 201)
            #expect(start.duration(to: .now) < .seconds(20))
            let growth = try await metric("process_resident_memory_bytes", at: port) - memory
            #expect(growth < 60_000_000, "\(growth) bytes")

            // The clients disconnect: reading stops.
            flood.signal(SIGKILL)
            _ = try await flood.status()
            try await site.until("reading has stopped", within: 10) {
                try await counts(at: port) == [0, 0]
            }
            let bytes = "vtranscode_submission_read_bytes_total"
            let before = try await metric(bytes, at: port)
            #expect(before > 1_000_000)
            let again = try await send(
                "POST", "/api/v1/jobs", #"{"upload": "clip.mp4", "output": "out"}"#, at: port)
            #expect(again.status == 200)
            #expect(try await metric(bytes, at: port) == before + 1)
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }
}
