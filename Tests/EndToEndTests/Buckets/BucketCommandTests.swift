import Foundation
import TestSupport
import Testing

/// Commands with a bucket, whose server is in this process.
@Suite(.timeLimit(.minutes(10))) struct BucketCommandTests {
    private let bucket: MemoryBucket
    private let site: BucketSite

    init() throws {
        bucket = try MemoryBucket()
        site = try BucketSite(bucket.url)
    }

    private func makeClip() async throws -> [UInt8] {
        let clip = site.folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=2,noise=alls=40:allf=t"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "5", FFprobe.path(clip)])
        return Array(try Data(contentsOf: clip))
    }

    // MARK: Outputs

    @Test func compressedFileIsWrittenToABucket() async throws {
        bucket.put(try await makeClip(), "in/clip.mp4")
        let arguments = ["compress", "s3://bucket/in/clip.mp4", "--output"]
        let output = "s3://bucket/out/a//clip.mp4"
        let made = try await site.command(arguments + [output]).run()
        #expect(made.status == 0, "\(made.errorOutput)")
        #expect(made.text.hasPrefix("\(output): "))
        let first = try #require(bucket.objects["out/a//clip.mp4"])
        #expect(bucket.headers(of: "out/a//clip.mp4") == ["Content-Type": "video/mp4"])
        let copy = site.folder.file("copy.mp4")
        try Data(first).write(to: copy)
        #expect(try await FFprobe.info(of: copy).streams.count == 1)

        let taken = try await site.command(arguments + [output]).run()
        #expect(taken.status == 1)
        #expect(taken.errorOutput.contains("EXISTS: \(output) is there already"))
        #expect(taken.errorOutput.contains("--force"))
        #expect(bucket.objects["out/a//clip.mp4"] == first)
        let forced = try await site.command(arguments + [output, "--force"]).run()
        #expect(forced.status == 0, "\(forced.errorOutput)")
        let itself = try await site.command(
            arguments + ["s3://bucket/in/clip.mp4", "--force"]
        ).run()
        #expect(itself.status == 1)
        #expect(itself.errorOutput.contains("is the upload itself"))
        #expect(Set(bucket.objects.keys) == ["in/clip.mp4", "out/a//clip.mp4"])
    }

    @Test func thumbnailsAreWrittenToABucket() async throws {
        bucket.put(try await makeClip(), "clip.mp4")
        let arguments = ["thumbnails", "s3://bucket/clip.mp4", "--output", "s3://bucket/images"]
        let made = try await site.command(arguments).run()
        #expect(made.status == 0, "\(made.errorOutput)")
        #expect(made.lines.contains("s3://bucket/images/poster.jpg"))
        #expect(
            Set(made.lines.map { $0.replacing("s3://bucket/", with: "") })
                == Set(bucket.objects.keys).subtracting(["clip.mp4"]))
        #expect(bucket.headers(of: "images/poster.jpg")?["Content-Type"] == "image/jpeg")
        let again = try await site.command(arguments).run()
        #expect(again.status == 1)
        #expect(again.errorOutput.contains("EXISTS: s3://bucket/images/poster.jpg"))
    }

    /// Packages of a bucket are removed, not replaced, and their index follows.
    @Test func packageIsRemovedWithItsEntryOfTheIndex() async throws {
        bucket.put(try await makeClip(), "clip.mp4")
        let preset = site.folder.file("small.yaml")
        try Data(
            """
            name: small
            description: One small rung.
            ladder: [{ name: 90p, size: 90, maxrate: 200k }]
            thumbnails: none
            """.utf8
        ).write(to: preset)
        let arguments = ["run", "s3://bucket/clip.mp4", "--output", "s3://bucket/out"]
        let made = try await site.command(arguments + ["--preset", preset.path]).run()
        #expect(made.status == 0, "\(made.errorOutput)")
        func index() throws -> String {
            String(decoding: try #require(bucket.objects["out/index.json"]), as: UTF8.self)
        }
        #expect(try index().contains("clip/master.m3u8"))

        let taken = try await site.command(arguments + ["--name", "clip"]).run()
        #expect(taken.status == 1)
        #expect(taken.errorOutput.contains("EXISTS: s3://bucket/out/clip is there"))
        #expect(taken.errorOutput.contains("vtranscode package remove"))
        #expect(!taken.errorOutput.contains("--force"))

        let removed = try await site.call("package", "remove", "s3://bucket/out/clip")
        #expect(removed.status == 0, "\(removed.errorOutput)")
        #expect(try !index().contains("clip/master.m3u8"))
        let again = try await site.call("package", "remove", "s3://bucket")
        #expect(again.errorOutput.contains("write s3://BUCKET/PREFIX/NAME"))
    }

    @Test func mistypedOutputIsNoFolder() async throws {
        bucket.put(try await makeClip(), "clip.mp4")
        for output in ["s4://bucket/out", "s3:/bucket/out"] {
            let mistyped = try await site.call("run", "s3://bucket/clip.mp4", "--output", output)
            #expect(mistyped.status == 64)
            #expect(mistyped.errorOutput.contains("URLs begin with s3://"))
        }
        for command in [["queue", "add"], ["thumbnails"], ["compress"]] {
            let dots = try await site.command(
                command + ["s3://bucket/clip.mp4", "--output", "s3://bucket/a/../b.mp4"]
            ).run()
            #expect(command == ["queue", "add"] ? dots.status == 64 : dots.status != 0)
            #expect(dots.errorOutput.contains("players remove from URLs"))
        }
        #expect(Set(bucket.objects.keys) == ["clip.mp4"])
    }

    /// The message names the missing permission.
    @Test func deniedWriteNamesItsAction() async throws {
        bucket.put(try await makeClip(), "clip.mp4")
        bucket.setFailure { $0.isChange ? .before(403) : nil }
        let made = try await site.call(
            "compress", "s3://bucket/clip.mp4", "--output", "s3://bucket/out.mp4")
        #expect(made.status == 74)
        #expect(made.errorOutput.contains("OUTPUT: cannot write to s3://bucket/"))
        #expect(made.errorOutput.contains("denied s3:PutObject"))
        // No index is attempted where nothing can be written.
        let run = try await site.call("run", "s3://bucket/clip.mp4", "--output", "s3://bucket/out")
        #expect(run.status == 74)
        #expect(run.errorOutput.contains("denied s3:PutObject"))
        #expect(!run.errorOutput.contains("its index"))
    }

    // MARK: Submissions

    @Test func uploadsBelowAPrefixAreSubmitted() async throws {
        for key in ["in/a.mp4", "in/b/c d.mov", "in/b/c d.srt", "in/notes.txt", "other.mp4"] {
            bucket.put(Array(key.utf8), key)
        }
        let arguments = ["queue", "add", "s3://bucket/in/", "--output", "s3://bucket/out"]
        let added = try await site.command(arguments).runNow()
        #expect(added.status == 0, "\(added.errorOutput)")
        #expect(added.lines.count == 2)
        let again = try await site.command(arguments + ["--json"]).runNow()
        let jobs = try JSONDecoder().decode([Job].self, from: again.standardOutput)
        #expect(jobs.map(\.id) == added.lines)
        #expect(jobs.map(\.upload) == ["s3://bucket/in/a.mp4", "s3://bucket/in/b/c d.mov"])
        let named = try await site.command(arguments + ["--name", "x"]).runNow()
        #expect(named.status == 64)
    }

    private struct Job: Decodable {
        let id: String
        let upload: String
    }

    /// An upload that cannot be read does not keep others from being submitted.
    @Test func unreadableUploadBelowAPrefixIsReported() async throws {
        for key in ["in/a.mp4", "in/b.mp4", "in/c.mp4"] { bucket.put([1], key) }
        bucket.setFailure { $0.key == "in/b.mp4" ? .before(403) : nil }
        let added = try await site.call(
            "queue", "add", "s3://bucket/in", "--output", "s3://bucket/out")
        #expect(added.status == 1)
        #expect(added.lines.count == 2)
        #expect(added.errorOutput.contains("error: s3://bucket/in/b.mp4: BAD_REQUEST: "))
        #expect(added.errorOutput.contains("s3:GetObject"))
    }

    @Test func prefixIsWatchedUntilASignal() async throws {
        bucket.put([1], "in/a.mp4")
        let arguments = [
            "watch", "s3://bucket/in", "--output", "s3://bucket/out", "--interval", "1s",
            "--webhook", "https://8.8.8.8/hook?hush-1",
        ]
        let watching = try await RunningCommand(site.command(arguments))
        try await eventually { watching.text.contains("  s3://bucket/in/a.mp4\n") }
        // On macOS, `ps` shows them.
        if let listed = FileManager.default.contents(atPath: "/proc/\(watching.process)/cmdline") {
            let text = String(decoding: listed, as: UTF8.self)
            #expect(text.contains("https://8.8.8.8/hook?xxxxxx") && !text.contains("hush-1"))
        }
        bucket.put([1], "in/B.mp4")
        try await eventually { watching.text.contains("  s3://bucket/in/B.mp4\n") }
        watching.signal(SIGTERM)
        #expect(try await watching.status() == 0)
        #expect(
            !watching.errorOutput.contains("error") && !watching.errorOutput.contains("warning"))
    }

    // MARK: Errors

    @Test(arguments: [
        ["probe", "https://user:hush-1@host/a.mp4?X-Amz-Signature=hush-2"],
        ["compress", "a", "--output=https://user:hush-1@host/?hush-2"],
    ])
    func usageErrorsHaveNoSecretsOfURLs(arguments: [String]) async throws {
        let output = try await site.command(arguments).runNow()
        #expect(output.status == 64)
        #expect(output.errorOutput.contains("'https://host/"))
        #expect(!output.errorOutput.contains("hush"))
    }

    @Test func mistakesOfBucketSettingsAreReported() async throws {
        let settings = site.folder.file("buckets")
        try "[s3://bucket]\nacl\nendpoint = ftp://x\n".write(
            to: settings, atomically: true, encoding: .utf8)
        let output = try await site.call(
            "probe", "s3://bucket/a", "--bucket-settings", settings.path)
        #expect(output.status == 65)
        #expect(output.errorOutput.contains("buckets:2:"))
        #expect(output.errorOutput.contains("buckets:3:"))
    }

    /// No server listens at the port.
    @Test func unreachableServerIsReported() async throws {
        let site = try BucketSite("http://127.0.0.1:1")
        let output = try await site.call("probe", "s3://bucket/a.mp4")
        #expect(output.status == 74)
        #expect(output.errorOutput.contains("UNREADABLE: no answer from http://127.0.0.1:1"))
        #expect(output.errorOutput.contains("S3_UNREACHABLE"))
    }

    /// The proxy gets the whole URL, and the certificate of a server is checked behind it.
    @Test func proxiesOfTheEnvironmentAreUsed() async throws {
        let proxy = try LoopbackServer { _ in .status(403) }
        var site = try BucketSite("http://objects.invalid")
        site.environment = ["http_proxy=\(proxy.url)", "no_proxy="]
        let output = try await site.call("probe", "s3://bucket/a.mp4")
        #expect(output.status == 74)
        #expect(proxy.requests.first?.target == "http://objects.invalid/bucket/a.mp4")
        #expect(proxy.requests.first?.head.contains("hush") == false)
        let count = proxy.requests.count
        site.environment = ["http_proxy=\(proxy.url)", "no_proxy=objects.invalid"]
        let direct = try await site.call("probe", "s3://bucket/a.mp4")
        #expect(direct.errorOutput.contains("S3_UNREACHABLE"))
        #expect(proxy.requests.count == count)
        let secure = try BucketSite("https://objects.invalid")
        var tunneled = secure
        tunneled.environment = ["https_proxy=\(proxy.url)"]
        _ = try await tunneled.call("probe", "s3://bucket/a.mp4")
        #expect(proxy.requests.last?.method == "CONNECT")
        #expect(proxy.requests.last?.target == "objects.invalid:443")
    }
}
