import Foundation
import JobModel
import JobQueue
import SystemPackage
import TestSupport
import Testing

@testable import StatusServer
@testable import Storage

@Suite(.timeLimit(.minutes(20))) struct PageTests {
    @Test func interpolatedTextIsEscaped() {
        let hostile = "<script>alert('1')</script>&\""
        let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
        let escaped = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;"
        #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test func hostileNamesAreEscaped() async throws {
        try await TestServer.run { server in
            let worker = try await server.store.worker()
            _ = try await server.store.failPermanently(
                "/in/<img src=x onerror=alert(1)>.mp4", worker,
                TaskFailure(
                    code: "EMPTY", message: "<b>", advice: "</p><script>", isPermanent: true))
            let page = try await server.client.get("/").text
            #expect(
                !page.contains("<img") && !page.contains("<b>") && page.contains("&lt;img src=x"))
            // Style and script contain operators.
            let elements = page.replacing(
                /<(style|script).*?<\/(style|script)>/.dotMatchesNewlines(), with: "")
            #expect(elements.count { $0 == "<" } == elements.count { $0 == ">" })
            #expect(page.ranges(of: "<script").count == 1)
        }
    }

    /// The policy allows only elements with the nonce, and no style attributes.
    @Test func pageIsSelfContained() async throws {
        try await TestServer.run { server in
            try await server.store.add("/in/a.mp4")
            let response = try await server.client.get("/")
            let policy = try #require(response.headers["content-security-policy"])
            let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-(\w+)'/)?.1)
            #expect(response.text.contains("<script nonce=\"\(nonce)\">"))
            #expect(response.text.contains("<style nonce=\"\(nonce)\">"))
            #expect(!response.text.contains("style=\""))
            #expect(!response.text.contains("://") || response.text.ranges(of: "://").count == 1)
            let second = try await server.client.get("/").headers["content-security-policy"]
            #expect(second != policy)
        }
    }

    /// Posters of packages and of running jobs.
    @Test(arguments: [false, true])
    func postersOutsideOfRootAreNotServed(_ isRunning: Bool) async throws {
        try await TestServer.run { settings, _, root in
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
        } _: { server in
            let root = try MediaRoot(server.root.url.filePath).path.string
            let outside = try TemporaryFolder("outside")
            let jpeg = Data([0xff, 0xd8, 0xff, 0xe0]) + Data("poster".utf8)
            let files = [
                "out/a/poster.jpg": jpeg, "out/page.jpg": Data("<script>".utf8),
                "out/large.jpg": jpeg + Data(count: 8_000_000),
            ]
            _ = try server.root.folder("out/a")
            for (name, bytes) in files { try bytes.write(to: server.root.file(name)) }
            try jpeg.write(to: outside.file("poster.jpg"))
            let link = outside.url.path(percentEncoded: false)
            try FileManager.default.createSymbolicLink(
                atPath: root + "/out/link", withDestinationPath: link)
            let worker = try await server.store.worker()
            func response(_ poster: String) async throws -> LoopbackClient.Response {
                let (upload, note) = ("/in/\(poster)", JobNote(poster: poster))
                let id: JobID
                if isRunning {
                    id = try await server.store.start(upload, worker, note: note).job
                } else {
                    let result = try packageResult(poster: poster)
                    id = try await server.store.publish(upload, worker, result: result)
                }
                return try await server.client.get("/jobs/\(id)/poster")
            }
            let good = try await response(root + "/out/a/poster.jpg")
            #expect(good.status == 200)
            #expect(good.body == jpeg)
            #expect(good.headers["content-type"] == "image/jpeg")
            for poster in [
                link + "/poster.jpg", root + "/out/link/poster.jpg", "/etc/passwd", "",
                "poster.jpg",
                root + "/out/a/../../../etc/passwd", root + "/out/page.jpg",
                root + "/out/large.jpg",
                root + "/out/missing.jpg", root + "/out/a", "out/a/poster.jpg",
            ] {
                #expect(try await response(poster).status == 404, "\(poster)")
            }
        }
    }

    /// Files of packages in buckets are read by presigned URLs, which are made for each request.
    @Test func filesInBucketsAreRedirectedTo() async throws {
        try await TestServer.run { _, host, root in
            host.storage = try registry(cache: root)
        } _: { server in
            let result = try packageResult(
                name: "film", path: "s3://packages/live/film", download: true)
            let job = try await server.store.publish(
                "s3://uploads/a.mp4", try await server.store.worker(), result: result)
            for (file, key, lifetime) in [
                ("poster", "poster.jpg", "private, max-age=600"),
                ("manifest", "manifest.json", "no-store"), ("download", "download.mp4", "no-store"),
            ] {
                let response = try await server.client.get("/jobs/\(job)/\(file)")
                #expect(response.status == 302)
                #expect(response.headers["cache-control"] == lifetime)
                let url = try #require(URLComponents(string: response.headers["location"] ?? ""))
                #expect(url.host == "objects.example" && url.path == "/packages/live/film/\(key)")
                let query = Dictionary(
                    uniqueKeysWithValues: (url.queryItems ?? []).map { ($0.name, $0.value ?? "") })
                #expect(query["X-Amz-Expires"] == "900")
                #expect(query["X-Amz-Signature"]?.count == 64)
                let disposition = query["response-content-disposition"]
                #expect(
                    disposition == (file == "download" ? #"attachment; filename="film.mp4""# : nil))
            }
            let page = try await server.client.get("/")
            #expect(page.text.contains("src=\"/jobs/\(job)/poster\""))
            #expect(page.text.contains("<a href=\"/jobs/\(job)/manifest\">Manifest</a>"))
            #expect(page.text.contains("<a href=\"/jobs/\(job)/download\">Download</a>"))
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.contains("img-src 'self' data: https://objects.example;"))
            #expect(!page.text.contains("X-Amz"))
        }
    }

    /// Returns stores with a bucket server, to which nothing connects.
    private func registry(cache: URL) throws -> StorageRegistry {
        StorageRegistry(
            remote: try RemoteStores(
                environment: [
                    "AWS_ACCESS_KEY_ID": "AKTEST", "AWS_SECRET_ACCESS_KEY": "secret",
                    "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_S3": "https://objects.example",
                    "AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
                ], bucketSettings: nil, userAgent: "test",
                settings: RemoteStores.Settings(cacheFolder: cache.filePath)))
    }

    @Test func linksLeadToTheMediaURL() async throws {
        try await TestServer.run { settings, _, _ in
            settings.links.serve("s3://packages", at: "https://cdn.example")
        } _: { server in
            let result = try packageResult(path: "s3://packages/live/film")
            let job = try await server.store.publish(
                "s3://uploads/a.mp4", try await server.store.worker(), result: result)
            let page = try await server.client.get("/").text
            #expect(
                page.contains(
                    "<a href=\"https://cdn.example/live/film/manifest.json\">Manifest</a>"))
            #expect(!page.contains(">Download</a>"))
            // The process has no stores of buckets.
            #expect(try await server.client.get("/jobs/\(job)/manifest").status == 404)
            #expect(!page.contains("/jobs/\(job)/poster"))
        }
    }

    @Test func missingPosterIsNotShown() async throws {
        try await TestServer.run { settings, _, root in
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
        } _: { server in
            let root = try MediaRoot(server.root.url.filePath).path.string
            let poster = try server.root.folder("out/.vtranscode/jobs/1").appending(path: "p.jpg")
            try Data([0xff, 0xd8, 0xff, 0xe0]).write(to: poster)
            let note = JobNote(poster: "\(root)/out/.vtranscode/jobs/1/p.jpg")
            let lease = try await server.store.start(
                "/in/a.mp4", try await server.store.worker(), note: note)
            let address = "/jobs/\(lease.job)/poster"
            let there = try await server.client.get(address)
            #expect(there.status == 200)
            #expect(there.headers["cache-control"] == "private, max-age=60")
            #expect(try await server.client.get("/").text.contains("src=\"\(address)\""))
            try FileManager.default.removeItem(at: poster)
            #expect(try await server.client.get(address).status == 404)
            let page = try await server.client.get("/").text
            #expect(!page.contains("<img") && page.contains("class=\"poster none\""))
        }
    }

    @Test(arguments: [
        (0.4, "0 s"), (59.6, "1 min"), (200, "3 min 20 s"), (3600, "1 h"), (7500, "2 h 5 min"),
        (273_600, "3 d 4 h"), (-5, "0 s"), (.infinity, "11574 d 1 h"),
    ])
    func durations(_ seconds: Double, _ text: String) {
        #expect(DisplayText.duration(seconds) == text)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (99_960, "100 kB"), (1_234_567, "1.2 MB"),
    ])
    func sizes(_ count: Int, _ text: String) { #expect(DisplayText.bytes(count) == text) }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
    func counts(_ count: Int, _ text: String) { #expect(DisplayText.count(count) == text) }
}
