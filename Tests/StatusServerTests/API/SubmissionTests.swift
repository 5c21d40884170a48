import Foundation
import JobModel
import JobQueue
import MediaUnits
import SystemPackage
import TestSupport
import Testing

@testable import StatusServer

@Suite(.timeLimit(.minutes(20))) struct SubmissionTests {
    /// Runs a body with a server that accepts submissions of root/in/a.mp4.
    private func accepting(
        _ body: (TestServer, ConverterStub) async throws -> Void
    ) async throws {
        let stub = ConverterStub()
        try await TestServer.run { settings, host, root in
            let folder = root.appending(path: "in")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: folder.appending(path: "a.mp4"))
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
            host.converter = stub
        } _: {
            try await body($0, stub)
        }
    }

    @Test func submissionCreatesAJob() async throws {
        try await accepting { server, stub in
            let body = """
                {"upload": "in/a.mp4", "output": "out", "preset": "shorts", "name": "Ferien", "from": 12.5,
                 "to": "1:30", "priority": 7, "cuePoints": [{"time": 20.5, "id": "a", "duration": "30s"},
                 {"time": "end", "assetList": "https://8.8.8.8/list.json"}],
                 "tenant": "acme", "key": "k1", "webhook": "https://8.8.8.8/hook", "delay": 60.5}
                """
            let made = try await server.client.post("/api/v1/jobs", body: body)
            #expect(made.status == 201)
            let id = try #require(made.string("id"))
            #expect(made.headers["location"] == "/api/v1/jobs/\(id)")
            #expect(made.string("status") == "queued")
            let root = try MediaRoot(server.root.url.filePath).path.string
            #expect(
                stub.submissions == [
                    UploadSubmission(
                        upload: root + "/in/a.mp4", output: root + "/out", uploadRoot: root,
                        outputRoot: root, preset: "shorts",
                        name: "Ferien", from: Rational(25, 2), to: Rational(90),
                        cuePoints: [
                            CuePoint(.time(Rational(41, 2)), id: "a", duration: Rational(30)),
                            CuePoint(.end, assetList: "https://8.8.8.8/list.json"),
                        ], priority: 7,
                        tenant: "acme", key: "k1",
                        webhook: "https://8.8.8.8/hook", delay: 60.5)
                ])
            let again = try await server.client.post("/api/v1/jobs", body: body)
            #expect(again.status == 200)
            #expect(again.string("id") == id)
        }
    }

    @Test(arguments: [("[]", true), ("null", false)])
    func emptyListExcludesSidecars(_ captions: String, _ isExcluded: Bool) async throws {
        try await accepting { server, stub in
            let body = #"{"upload": "in/a.mp4", "output": "out", "captions": \#(captions)}"#
            let made = try await server.client.post("/api/v1/jobs", body: body)
            #expect(made.status == 201)
            let excluded = stub.submissions.map(\.excludesSidecars)
            #expect(excluded == [isExcluded])
        }
    }

    /// Equal numbers in different JSON notations.
    @Test(arguments: [
        ("0.00001", Rational(1, 100_000)), ("1e-5", Rational(1, 100_000)), ("1E2", Rational(100)),
        ("0.1", Rational(1, 10)), ("12.345", Rational(2469, 200)), ("500000", Rational(500_000)),
    ])
    func numbersAreTimes(_ number: String, _ time: Rational) async throws {
        try await accepting { server, stub in
            let body = #"{"upload": "in/a.mp4", "output": "out", "from": \#(number)}"#
            let made = try await server.client.post("/api/v1/jobs", body: body)
            #expect(made.status == 201)
            let times = stub.submissions.map(\.from)
            #expect(times == [time])
        }
    }

    @Test(arguments: [
        (#"{"upload": "in/a.mp4", "output": "out", "nmae": "x"}"#, 400, "UNKNOWN_FIELD", "nmae"),
        (#"{"output": "out"}"#, 400, "BAD_FIELD", "upload"),
        (#"{"upload": "in/a.mp4"}"#, 400, "BAD_FIELD", "output"),
        (#"{"upload": 5, "output": "out"}"#, 400, "BAD_FIELD", "upload"),
        (
            #"{"upload": "in/a.mp4", "output": "out", "priority": "high"}"#, 400, "BAD_FIELD",
            "priority"
        ),
        (
            #"{"upload": "in/a.mp4", "output": "out", "priority": 1.5}"#, 400, "BAD_FIELD",
            "priority"
        ),
        (
            #"{"upload": "in/a.mp4", "output": "out", "priority": 1000}"#, 400, "BAD_REQUEST",
            "priority"
        ),
        (#"{"upload": "in/a.mp4", "output": "out", "delay": -1}"#, 400, "BAD_REQUEST", "delay"),
        (
            #"{"upload": "in/a.mp4", "output": "out", "preset": "../x.yaml"}"#, 400, "BAD_FIELD",
            "preset"
        ),
        (#"{"upload": "in/a.mp4", "output": "out", "name": "../x"}"#, 400, "BAD_FIELD", "name"),
        (#"{"upload": "in/a.mp4", "output": "out", "name": ".hidden"}"#, 400, "BAD_FIELD", "name"),
        (
            #"{"upload": "in/a.mp4", "output": "out", "captions": ["a.srt"]}"#, 400, "BAD_FIELD",
            "captions"
        ),
        (
            #"{"upload": "in/a.mp4", "output": "out", "captions": false}"#, 400, "BAD_FIELD",
            "captions"
        ),
        (#"{"upload": "in/a.mp4", "output": "out", "from": "soon"}"#, 400, "BAD_FIELD", "from"),
        (#"{"upload": "in/a.mp4", "output": "out", "from": -1}"#, 400, "BAD_FIELD", "from"),
        (#"{"upload": "in/a.mp4", "output": "out", "from": 1e300}"#, 400, "BAD_FIELD", "from"),
        (
            #"{"upload": "in/a.mp4", "output": "out", "cuePoints": [{"time": 5}, {"time": "soon"}]}"#,
            400, "BAD_FIELD", "cuePoints[1].time"
        ),
        (
            #"{"upload": "in/a.mp4", "output": "out", "cuePoints": [{"time": 5, "assetList": "http://a"}]}"#,
            400, "BAD_FIELD", "cuePoints[0].assetList"
        ),
        (
            #"{"upload": "in/a.mp4", "output": "out", "cuePoints": [{"id": "a"}]}"#, 400,
            "BAD_FIELD", "time"
        ),
        (
            #"{"upload": "in/a.mp4", "output": "out", "cuePoints": [{"time": 1, "url": "a"}]}"#,
            400, "UNKNOWN_FIELD", "url"
        ),
        (#"{"upload": "in/a.mp4", "output": "out", "to": {}}"#, 400, "BAD_FIELD", "to"),
        (#"{"upload": "in/a.mp4", "output": "out", "to": 0}"#, 400, "BAD_FIELD", "to"),
        (
            #"{"upload": "in/a.mp4", "output": "out", "from": 5, "to": "5s"}"#, 400, "BAD_FIELD",
            "to"
        ),
        (#"{"upload": "in/a.mp4\u0000", "output": "out"}"#, 400, "BAD_FIELD", "upload"),
        (#"{"upload": "", "output": "out"}"#, 400, "BAD_FIELD", "upload"),
        (#"{"upload": "in/a.mp4", "output": "out\u0000/x"}"#, 400, "BAD_FIELD", "output"),
        (#"{"upload": "in/a.mp4", "output": "../out"}"#, 403, "OUTSIDE_ROOT", "output"),
        (#"{"upload": "/etc/passwd", "output": "out"}"#, 403, "OUTSIDE_ROOT", "upload"),
        (#"{"upload": "in/b.mp4", "output": "out"}"#, 422, "NO_SUCH_UPLOAD", "upload"),
        (#"{"upload": "in", "output": "out"}"#, 422, "NO_SUCH_UPLOAD", "upload"),
        (
            #"{"upload": "in/a.mp4", "output": "out", "webhook": "http://127.0.0.1/"}"#, 400,
            "BAD_REQUEST", "webhook"
        ),
        (
            #"{"upload": "in/a.mp4", "output": "out", "preset": "no-such-preset"}"#, 422,
            "BAD_PRESET", ""
        ),
        (
            #"{"upload": "in/a.mp4", "output": "out", "preset": "no-key"}"#, 422,
            "NO_SECRET_KEY", "query"
        ),
        ("", 400, "NOT_JSON", ""), ("{", 400, "NOT_JSON", ""), ("[]", 400, "NOT_JSON", ""),
        ("null", 400, "NOT_JSON", ""), (#""text""#, 400, "NOT_JSON", ""),
        ("\u{0}", 400, "NOT_JSON", ""),
    ])
    func invalidSubmissionIsRejected(
        _ body: String, _ status: Int, _ code: String, _ named: String
    ) async throws {
        try await accepting { server, _ in
            let response = try await server.client.post("/api/v1/jobs", body: body)
            #expect(response.status == status)
            #expect(response.string("error.code") == code)
            #expect(named.isEmpty || response.string("error.message")?.contains(named) == true)
            #expect(response.string("error.advice")?.isEmpty == false)
            #expect(try await server.store.jobs(JobFilter()).isEmpty)
        }
    }

    @Test(arguments: [
        ("text/plain", 415), ("application/jsonx", 415), ("Application/JSON ; charset=utf-8", 400),
    ])
    func onlyJSONIsAccepted(_ type: String, _ status: Int) async throws {
        try await accepting { server, _ in
            let headers = ["Content-Type": type, "Sec-Fetch-Site": "same-origin"]
            let response = try await server.client.post("/api/v1/jobs", headers, body: "{}")
            #expect(response.status == status)
        }
    }

    @Test func largeBodyIsRejected() async throws {
        try await accepting { server, _ in
            let fits = String(repeating: " ", count: JobsAPI.maxBodySize)
            #expect(try await server.client.post("/api/v1/jobs", body: fits).status == 400)
            let declared = try await server.client.post("/api/v1/jobs", body: fits + " ")
            #expect(declared.status == 413)
            #expect(declared.string("error.code") == "BODY_TOO_LARGE")
            // A chunked body without a length.
            let chunk = "10001\r\n" + fits + " \r\n0\r\n\r\n"
            let chunked = try await server.client.post(
                "/api/v1/jobs", ["Transfer-Encoding": "chunked", "Content-Length": ""], body: chunk)
            #expect(chunked.status == 413)
        }
    }

    /// A converter that waits until its cancellation, as during the reading of an upload.
    private final class EndlessConverter: SubmissionConverter {
        let started = AsyncStream.makeStream(of: Void.self)
        let ended = AsyncStream.makeStream(of: Void.self)
        private let endless = AsyncStream.makeStream(of: Void.self)

        func request(for submission: UploadSubmission) async throws -> JobRequest {
            started.continuation.yield()
            for await _ in endless.stream {}
            ended.continuation.yield()
            throw CancellationError()
        }
    }

    @Test func shutdownCancelsSubmissions() async throws {
        let converter = EndlessConverter()
        var response: Task<LoopbackClient.Response, any Error>?
        try await TestServer.run { settings, host, root in
            try Data("x".utf8).write(to: root.appending(path: "a.mp4"))
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
            host.converter = converter
        } _: { server in
            response = Task {
                try await server.client.post(
                    "/api/v1/jobs", body: #"{"upload": "a.mp4", "output": "out"}"#)
            }
            for await _ in converter.started.stream { break }
        }
        let found = try #require(try await response?.value)
        #expect(found.status == 503 && found.string("error.code") == "SERVER_ENDING")
    }

    private static let request = {
        let body = #"{"upload": "a.mp4", "output": "out"}"#
        return "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    }()

    /// Runs a body with a server whose submissions never end by themselves.
    private func endless(
        _ body: (TestServer, EndlessConverter) async throws -> Void
    ) async throws {
        let converter = EndlessConverter()
        try await TestServer.run { settings, host, root in
            try Data("x".utf8).write(to: root.appending(path: "a.mp4"))
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
            host.converter = converter
        } _: {
            try await body($0, converter)
        }
    }

    @Test(.timeLimit(.minutes(2))) func disconnectionCancelsTheSubmission() async throws {
        try await endless { server, converter in
            let script = """
                import signal, socket, sys
                connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
                connection.sendall(sys.argv[2].encode())
                signal.pause()
                """
            let client = try await RunningCommand(
                Command(
                    "/usr/bin/python3", ["-c", script, "\(server.client.port)", Self.request]))
            for await _ in converter.started.stream { break }
            client.signal(SIGKILL)
            for await _ in converter.ended.stream { break }
            #expect(try await server.store.jobs(JobFilter()).isEmpty)
        }
    }

    /// A client that disconnects often closes its side of the connection only, as far as the server can know.
    @Test(.timeLimit(.minutes(2))) func halfClosedConnectionCancelsTheSubmission() async throws {
        try await endless { server, _ in
            let response = try await server.client.exchange(Self.request, halfCloses: true)
            let text = String(decoding: response, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 400 ") && text.contains("CLIENT_DISCONNECTED"))
            #expect(try await server.store.jobs(JobFilter()).isEmpty)
        }
    }

    /// The connection is used again after a submission that was watched for a disconnection.
    @Test func connectionServesSeveralSubmissions() async throws {
        try await accepting { server, stub in
            let request = Self.request.replacing("\"a.mp4", with: "\"in/a.mp4")
                .replacing("Length: 36", with: "Length: 39")
            let responses = try await server.client.exchange(request + request) {
                $0.ranges(of: "HTTP/1.1 ").count == 2 && $0.hasSuffix("}")
            }
            let text = String(decoding: responses, as: UTF8.self)
            #expect(text.contains("HTTP/1.1 201 ") && text.contains("HTTP/1.1 200 "))
            #expect(stub.submissions.count == 2)
        }
    }

    /// A converter whose submissions are beyond a limit.
    private struct LimitedConverter: SubmissionConverter {
        let error: SubmissionLimitError

        func request(for submission: UploadSubmission) async throws -> JobRequest { throw error }
    }

    @Test(arguments: [
        (SubmissionLimitError.tooManySubmissions(retryAfter: 7), 503, "TOO_MANY_SUBMISSIONS", "7"),
        (.tooManyBytes(size: ByteCount(2), limit: ByteCount(1)), 422, "TOO_MANY_BYTES", ""),
    ])
    func submissionBeyondALimitIsRejected(
        _ error: SubmissionLimitError, _ status: Int, _ code: String, _ retryAfter: String
    ) async throws {
        try await TestServer.run { settings, host, root in
            try Data("x".utf8).write(to: root.appending(path: "a.mp4"))
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
            host.converter = LimitedConverter(error: error)
        } _: { server in
            let response = try await server.client.post(
                "/api/v1/jobs", body: #"{"upload": "a.mp4", "output": "out"}"#)
            #expect(response.status == status)
            #expect(response.string("error.code") == code)
            #expect(response.headers["retry-after"] ?? "" == retryAfter)
        }
    }

    /// Each tenant has roots of its own; a tenant without any may not submit.
    @Test(arguments: [
        ("a", "new/x.mp4", "out", 201, ""), ("a", "s3://uploads-a/in/x.mp4", "", 201, ""),
        ("a", "https://host/x.mp4", "out", 201, ""),
        ("a", "s3://uploads-b/x.mp4", "out", 403, "OUTSIDE_ROOT"),
        ("a", "/etc/passwd", "out", 403, "OUTSIDE_ROOT"),
        ("a", "http://host/x.mp4", "out", 403, "OUTSIDE_ROOT"),
        ("a", "https://user@host/x.mp4", "out", 403, "OUTSIDE_ROOT"),
        ("a", "x.mp4", "s3://packages-b/", 403, "OUTSIDE_ROOT"),
        ("a", "x.mp4", "https://host/out", 403, "OUTSIDE_ROOT"),
        ("a", "", "out", 422, "NO_SUCH_UPLOAD"), ("b", "x.mp4", "out", 403, "SUBMITTING_OFF"),
    ])
    func tenantsHaveRoots(
        _ tenant: String, _ upload: String, _ output: String, _ status: Int, _ code: String
    ) async throws {
        let stub = ConverterStub()
        try await TestServer.run { settings, host, _ in
            settings.roots = MediaRoots(
                common: nil,
                tenants: try TenantRootsFile.roots(
                    in: "a s3://packages-a/live s3://uploads-a/in", named: "roots"))
            host.converter = stub
        } _: { server in
            let body = """
                {"upload": "\(upload)", "output": "\(output)", "tenant": "\(tenant)"}
                """
            let response = try await server.client.post("/api/v1/jobs", body: body)
            #expect(response.status == status)
            #expect(response.string("error.code") ?? "" == code)
            #expect(stub.submissions.count == (status == 201 ? 1 : 0))
            guard let submission = stub.submissions.first else { return }
            #expect(submission.uploadRoot == "s3://uploads-a/in")
            #expect(submission.outputRoot == "s3://packages-a/live")
            #expect(submission.output.hasPrefix("s3://packages-a/live"))
            #expect(
                submission.upload.hasPrefix("s3://uploads-a/in/") || submission.upload == upload)
        }
    }

    @Test func submissionsRequireAMediaRoot() async throws {
        try await TestServer.run { server in
            let response = try await server.client.post("/api/v1/jobs", body: "{}")
            #expect(response.status == 403)
            #expect(response.string("error.code") == "SUBMITTING_OFF")
        }
    }
}
