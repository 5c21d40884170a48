import Foundation
import TestSupport
import Testing

/// Submissions over HTTP, with roots in a bucket whose server is in this process.
@Suite(.timeLimit(.minutes(20))) struct BucketSubmissionTests {
    private let bucket: MemoryBucket

    init() throws { bucket = try MemoryBucket() }

    private var environment: [String] {
        [
            "AWS_ACCESS_KEY_ID=AKTEST", "AWS_SECRET_ACCESS_KEY=hush", "AWS_REGION=us-east-1",
            "AWS_ENDPOINT_URL_S3=\(bucket.url)", "AWS_CONFIG_FILE=/nowhere",
            "AWS_SHARED_CREDENTIALS_FILE=/nowhere",
            "VTRANSCODE_SECRET_KEY=aHVzaC02LW9mLWV4YWN0bHktMzItYnl0ZXMtaGVyZSE=",
        ]
    }

    /// Submits a body with a token; the status is that of the response.
    private func submit(
        _ body: String, _ token: String, at port: Int
    ) async throws -> (status: Int, body: String) {
        let script = """
            import http.client, sys
            connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
            headers = {"Content-Type": "application/json", "Authorization": "Bearer " + sys.argv[3]}
            connection.request("POST", "/api/v1/jobs", sys.argv[2], headers)
            response = connection.getresponse()
            print(response.status)
            print(response.read().decode())
            """
        let lines = try await Command("/usr/bin/python3", ["-c", script, "\(port)", body, token])
            .runNow().lines
        return (try #require(lines.first.flatMap { Int($0) }), lines.dropFirst().joined())
    }

    @Test func tenantsSubmitBelowTheirPrefixes() async throws {
        try await QueueSite.with(.sqlite) { site in
            bucket.put(
                Array(try Data(contentsOf: try await QueueUpload.shared.value.upload)),
                "site/in/film.mp4")
            let (roots, tokens) = (site.folder.file("roots"), site.folder.file("tokens"))
            let token = "token-of-the-site-0123456789"
            try Data("site s3://bucket/site/out s3://bucket/site/in\n".utf8).write(to: roots)
            try Data("operate:site \(token)\nread other-token-0123456789\n".utf8).write(to: tokens)
            for file in [roots, tokens] { try site.user.own(file) }
            let worker = try await site.worker(
                "--http", "127.0.0.1:0", "--tenant-roots", roots.path, "--http-token-file",
                tokens.path, "--log-level", "info", "--cache",
                try site.folder.folder("cache").path, environment: environment)
            try site.user.own(site.folder.file("cache"))
            var port: Int?
            try await site.until("it listens") {
                port = worker.errorOutput.firstMatch(of: /serving HTTP port=(\d+)/)
                    .flatMap { Int($0.1) }
                return port != nil
            }
            let listening = try #require(port)
            func submit(_ body: String) async throws -> (status: Int, body: String) {
                try await self.submit(body, token, at: listening)
            }

            let outside = try await submit(
                #"{"upload": "s3://bucket/secret.mp4", "output": "x"}"#)
            #expect(outside.status == 403 && outside.body.contains("OUTSIDE_ROOT"))
            let missing = try await submit(#"{"upload": "none.mp4", "output": ""}"#)
            #expect(missing.status == 422 && missing.body.contains("NO_SUCH_UPLOAD"))
            let privateHost = try await submit(
                #"{"upload": "https://127.0.0.1:1/a.mp4?sig=hush-1", "output": ""}"#)
            #expect(privateHost.status == 422 && privateHost.body.contains("private"))
            #expect(!privateHost.body.contains("hush-1"))

            struct Job: Decodable { let id: String }
            let made = try await submit(
                #"{"upload": "film.mp4", "output": "", "name": "film"}"#)
            #expect(made.status == 201, "\(made.body)")
            let job = try JSONDecoder().decode(Job.self, from: Data(made.body.utf8)).id
            try await site.untilEnded(job, as: "completed")
            let manifest = try #require(bucket.objects["site/out/film/manifest.json"])
            let read = try await Command(
                "curl",
                ["--silent", "--location", "--header", "Authorization: Bearer \(token)"]
                    + ["http://127.0.0.1:\(listening)/jobs/\(job)/manifest"]
            ).runNow()
            #expect(Array(read.standardOutput) == manifest)
            try Data("other s3://bucket/other\n".utf8).write(to: roots)
            worker.signal(SIGHUP)
            try await site.until("the roots are read") {
                worker.errorOutput.contains("roots of tenants loaded again")
            }
            let off = try await submit(#"{"upload": "film.mp4", "output": ""}"#)
            #expect(off.status == 403 && off.body.contains("SUBMITTING_OFF"))
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
            #expect(!worker.errorOutput.contains("hush"))
        }
    }
}
