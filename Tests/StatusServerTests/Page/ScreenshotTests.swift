import Foundation
import JobModel
import JobQueue
import SystemPackage
import TestSupport
import Testing

@testable import StatusServer

/// The page in a real browser.
@Suite(.timeLimit(.minutes(20))) struct ScreenshotTests {
    /// A screenshot by Chromium.
    private struct Screenshot {
        let width: Int
        let bytes: Data

        /// Counts pixels of a color, given as red, green and blue, each with a maximum distance.
        func count(_ color: (Int, Int, Int), within distance: Int = 0) -> Int {
            bytes.withUnsafeBytes { bytes in
                stride(from: 0, to: bytes.count - 2, by: 3).count {
                    abs(Int(bytes[$0]) - color.0) <= distance
                        && abs(Int(bytes[$0 + 1]) - color.1) <= distance
                        && abs(Int(bytes[$0 + 2]) - color.2) <= distance
                }
            }
        }
    }

    private func chromium(_ arguments: [String], in folder: TemporaryFolder) async throws
        -> Command.Output
    {
        try await Command(
            "chromium",
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--no-first-run",
                "--user-data-dir=" + folder.file("profile").path(percentEncoded: false),
                // The virtual time of the page, which refreshes every two seconds.
                "--virtual-time-budget=5000",
            ] + arguments
        ).succeed()
    }

    private func screenshot(
        of server: TestServer, _ name: String, width: Int, height: Int, isDark: Bool = false,
        in folder: TemporaryFolder
    ) async throws -> Screenshot {
        // VT_SCREENSHOTS names a folder for the screenshots.
        let retained = ProcessInfo.processInfo.environment["VT_SCREENSHOTS"].map {
            URL(filePath: $0)
        }
        let file = (retained ?? folder.url).appending(path: name + ".png")
        let path = file.path(percentEncoded: false)
        _ = try await chromium(
            (isDark
                ? ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"]
                : ["--blink-settings=preferredColorScheme=1"])
                + ["--window-size=\(width),\(height)", "--screenshot=" + path, url(of: server)],
            in: folder)
        let raw = folder.file(name + ".rgb")
        try await FFmpeg.run([
            "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", raw.path(percentEncoded: false),
        ])
        return Screenshot(width: width, bytes: try Data(contentsOf: raw))
    }

    private func url(of server: TestServer) -> String { "http://127.0.0.1:\(server.client.port)/" }

    /// Adds jobs of each status, with posters of different colors.
    private func fill(_ server: TestServer) async throws {
        let (store, root) = (
            server.store, try MediaRoot(server.root.url.filePath).path.string
        )
        let worker = try await store.worker()
        for (name, source) in [
            ("Strand bei Sonnenuntergang.mov", "color=0xd94f2b"),
            ("IMG_0001.MOV", "mandelbrot=end_scale=0.2"),
            ("interview-final-v3.mp4", "gradients=seed=4:c0=0x1d4e89:c1=0x00b2ca"),
        ] {
            let folder = try server.root.folder("out/" + name)
            try await FFmpeg.run([
                "-f", "lavfi", "-i", source, "-vf", "scale=640:360", "-frames:v", "1",
                folder.appending(path: "poster.jpg").path(percentEncoded: false),
            ])
            let warnings = name == "IMG_0001.MOV" ? ["ROTATED", "VFR"] : []
            _ = try await store.publish(
                "/in/" + name, worker,
                result: try packageResult(
                    name: name, path: "\(root)/out/\(name)", warnings: warnings))
        }
        _ = try await store.failPermanently("/in/broken.mp4", worker, .empty)
        _ = try await store.failPermanently(
            "/in/concert.mkv", worker,
            TaskFailure(
                code: "DAMAGED", message: "more than a tenth of concert.mkv could not be decoded",
                advice: "export it again from its source, then retry", isPermanent: true))
        let workspace = try server.root.folder("out/.vtranscode/jobs/wedding")
        try await FFmpeg.run([
            "-f", "lavfi", "-i", "color=0x2f7d4f", "-vf", "scale=640:360", "-frames:v", "1",
            workspace.appending(path: "poster.jpg").path(percentEncoded: false),
        ])
        let note = JobNote(
            poster: "\(root)/out/.vtranscode/jobs/wedding/poster.jpg", duration: 1840,
            rungs: ["1080p", "720p", "360p"])
        _ = try await store.start(
            "/in/wedding-4k.mp4", worker, fraction: 0.42, remaining: 312, note: note)
        _ = try await store.start(
            "/in/A name that is much too long for its column on the page.mov", worker,
            fraction: 0.88, remaining: 9)
        _ = try await store.start("/in/lecture.mp4", worker)
        for number in 1...22 { try await store.add("/in/clip-\(number).mp4", priority: number % 3) }
        try await store.add("/in/tomorrow.mp4", tenant: "acme", delay: 86400, preset: "shorts")
    }

    @Test func pageShowsTheQueue() async throws {
        let folder = try TemporaryFolder("browser")
        try await TestServer.run { settings, _, root in
            settings.roots = MediaRoots(try MediaRoot(root.filePath))
        } _: { server in
            try await fill(server)
            let page = try await chromium(["--dump-dom", url(of: server)], in: folder).text
            for text in [
                "IMG_0001.MOV", "The file has no bytes.", "Upload it again.", "5 min 12 s left",
                ">1080p<",
                ">Retry anyway</button>", "value=\"42\"", "and 15 more", "starts in", "184 MB",
                "12 min 34 s",
                // The script ran, and the server responded.
                ">Live ·",
            ] {
                #expect(page.contains(text), "\(text) is not on the page")
            }
            let light = try await screenshot(
                of: server, "light", width: 1280, height: 1500, in: folder)
            // The progress bars, 8 pixels high: 42 and 88 % of some hundred pixels.
            #expect((1000...12000).contains(light.count((0x5b, 0x5b, 0xd6))))
            // A poster of one color, at least 240 x 135 pixels; JPEG changes the color slightly.
            #expect(light.count((0xd9, 0x4f, 0x2b), within: 6) > 20_000)
            // The poster of a running job, 112 x 63 pixels.
            #expect(light.count((0x2f, 0x7d, 0x4f), within: 6) > 5000)
            let dark = try await screenshot(
                of: server, "dark", width: 1280, height: 1500, isDark: true, in: folder)
            #expect(dark.count((0x8e, 0x8e, 0xf5)) > 1000)
            #expect(dark.count((0x12, 0x12, 0x17)) > dark.bytes.count / 3 / 4)
            let phone = try await screenshot(
                of: server, "phone", width: 500, height: 2400, in: folder)
            #expect(phone.count((0x5b, 0x5b, 0xd6)) > 1000)
        }
    }

    @Test func loginFormIsShown() async throws {
        let folder = try TemporaryFolder("browser")
        try await TestServer.run { settings, _, _ in
            settings.tokens = AccessTokens([AccessToken(secret: "s3cret")])
        } _: { server in
            let form = try await screenshot(
                of: server, "login", width: 900, height: 600, in: folder)
            // The button, at least 300 x 30 pixels.
            #expect(form.count((0x5b, 0x5b, 0xd6)) > 8000)
        }
    }
}
