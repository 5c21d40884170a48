import Foundation
import TestSupport
import Testing

/// Limits of a preset: an upload that exceeds one fails with its code, and the run continues.
@Suite struct LimitTests {
    struct Case: Sendable, CustomStringConvertible {
        let limits: String
        let code: String
        /// The size of the upload that exceeds the limit.
        var size = "640x360"
        var seconds = 4
        var description: String { limits }
    }

    /// The limits; the other upload has 1 s of 160x90 without audio: 25 packets of 1 stream, about 50 kB.
    static let cases = [
        Case(limits: "bytes: 150kB", code: "TOO_MANY_BYTES"),
        Case(limits: "duration: 2s", code: "TOO_LONG"),
        Case(limits: "pixels: 320x180", code: "TOO_MANY_PIXELS"),
        Case(limits: "streams: 1", code: "TOO_MANY_STREAMS"),
        Case(limits: "packets: 50", code: "TOO_MANY_PACKETS"),
        Case(limits: "memory: 300MB", code: "TOO_MUCH_MEMORY", size: "3840x2160", seconds: 1),
        // Exceeded by the plan, by one sandbox process, and by several in total.
        Case(limits: "time: 1s", code: "TOO_MUCH_TIME", size: "320x180", seconds: 600),
        Case(limits: "time: 1s", code: "TOO_MUCH_TIME", size: "1920x1080", seconds: 5),
        Case(limits: "time: 2s", code: "TOO_MUCH_TIME", size: "1280x720", seconds: 16),
    ]

    @Test(arguments: cases)
    func uploadBeyondALimitFailsAlone(_ limit: Case) async throws {
        let folder = try TemporaryFolder("limit")
        let bad = try await Self.clip("bad", limit.size, seconds: limit.seconds, true, in: folder)
        let good = try await Self.clip("good", "160x90", seconds: 1, false, in: folder)
        let preset = try Self.preset("limits: { \(limit.limits) }", in: folder)
        let output = folder.file("out")
        let run = VTranscode.runArguments([bad, good], to: output, ["--preset", preset.path])
        let result = try await VTranscode.command(run).run(cores: .max)
        let report = RunReport(
            status: result.status, lines: result.lines, errorOutput: result.errorOutput)
        #expect(report.end(of: "bad.mp4")?.error?.code == limit.code)
        #expect(report.end(of: "good.mp4")?.outcome == .published)
        #expect(result.status == 1)
        #expect(FileTree.published(in: output).allSatisfy { !$0.hasPrefix("bad") })
    }

    /// Segments of noise exceed the shell's limit of file sizes; those of the other upload do not.
    @Test func fileBeyondTheSizeLimitFailsItsUploadAlone() async throws {
        let folder = try TemporaryFolder("file-size")
        let bad = folder.file("bad.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "nullsrc=s=640x360:d=6,geq=random(1)*255:128:128"]
                + ["-pix_fmt", "yuv420p", "-preset", "ultrafast", FFprobe.path(bad)])
        let good = try await Self.clip("good", "160x90", seconds: 1, false, in: folder)
        let output = folder.file("out")
        let run = VTranscode.runArguments([bad, good], to: output, [])
        // The unit is 512 bytes.
        let limited = ["-c", "ulimit -f 400; exec \"$0\" \"$@\"", try VTranscode.binary.get()]
        let result = try await Command("sh", limited + run).run(cores: .max)
        let report = RunReport(
            status: result.status, lines: result.lines, errorOutput: result.errorOutput)
        #expect(report.end(of: "bad.mp4")?.error?.code == "TOO_MUCH_OUTPUT")
        #expect(report.end(of: "good.mp4")?.outcome == .published)
    }

    #if os(Linux)
        /// A stopped sandbox process shows no activity.
        @Test func stalledSandboxProcessFailsItsUploadAlone() async throws {
            let folder = try TemporaryFolder("stall")
            let bad = try await Self.clip("bad", "640x360", seconds: 20, true, in: folder)
            let good = try await Self.clip("good", "640x360", seconds: 22, false, in: folder)
            let run = VTranscode.runArguments(
                [bad, good], to: folder.file("out"), ["--jobs", "1", "--stall-timeout", "2"])
            let result = try await WatchedCommand(VTranscode.command(run)).run { line in
                guard let event = RunEventLine(line) else { return false }
                return event.event == .progress && event.upload == bad.path
            } do: { process in
                let count = try await ChildProcess.signal(
                    SIGSTOP, toChildOf: process, reading: bad)
                #expect(count == 1)
            }
            let report = RunReport(
                status: result.status, lines: result.lines, errorOutput: result.errorOutput)
            #expect(report.end(of: "bad.mp4")?.error?.code == "STALLED")
            #expect(report.end(of: "good.mp4")?.outcome == .published)
        }
    #endif

    /// Files of a few kilobytes that expand to gigabytes: Scripts/support/bombs.py.
    @Test func bombsAreRejectedWithinSeconds() async throws {
        let folder = try TemporaryFolder("bombs")
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Scripts/support/bombs.py").standardizedFileURL
        try await Command("python3", [script.path, folder.url.path]).succeed()
        let bombs = FileTree.files(in: folder.url).sorted()
        #expect(bombs.count == Self.codes.count)
        for bomb in bombs {
            let plan = ["10", try VTranscode.binary.get(), "plan", folder.file(bomb).path]
            // The status is 124 after more than 10 s.
            let output = try await Command("timeout", plan).run(cores: .max)
            #expect(output.status == 65, "\(bomb)")
            let code = try #require(Self.codes[bomb], "\(bomb)")
            #expect(output.errorOutput.contains(": \(code): "), "\(bomb): \(output.errorOutput)")
        }
    }

    private static let codes = [
        "index-of-2-billion.mp4": "TRUNCATED", "index-of-30-million.mp4": "TOO_MUCH_MEMORY",
        "empty-samples.mp4": "TRUNCATED", "ctts-of-2-billion.mp4": "DAMAGED",
        "5000-tracks.mp4": "TOO_MANY_STREAMS", "nested-boxes.mp4": "NO_TRACKS",
        "picture-of-900-megapixels.mp4": "TOO_MANY_PIXELS",
        "100000-large-pictures.gif": "TOO_MUCH_EXPANSION",
        "one-picture-100000-times.mp4": "TOO_MUCH_EXPANSION",
        "two-pictures-in-ten-hours.mp4": "TOO_MUCH_EXPANSION",
        "inflates-to-8-gigabytes.mkv": "TRUNCATED",
        "100000-tracks.mkv": "TOO_MANY_STREAMS", "1200-streams.ts": "TOO_MANY_STREAMS",
        "canvas-of-4-gigapixels.gif": "TOO_MANY_PIXELS", "four-gigahertz.wav": "NOT_MEDIA",
        "65535-channels.wav": "NO_DECODER",
    ]

    /// A hundred thousand frames of 8000x4000 in 2 MB would take an hour, by the plan's estimate.
    @Test func manyLargeFramesAreRejectedByThePlan() async throws {
        let folder = try TemporaryFolder("frames")
        let upload = folder.file("frames.gif")
        let script = """
            import sys
            sys.path.append(sys.argv[1])
            import bombs
            open(sys.argv[2], "wb").write(bombs.gif(8000, 4000, 100_000))
            """
        let support = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Scripts/support").standardizedFileURL
        try await Command("python3", ["-B", "-c", script, support.path, upload.path]).succeed()
        let preset = try Self.preset("limits: { time: 10m, expansion: none }", in: folder)
        let plan = ["20", try VTranscode.binary.get(), "plan", upload.path]
        let output = try await Command("timeout", plan + ["--preset", preset.path])
            .run(cores: .max)
        #expect(output.errorOutput.contains("TOO_MUCH_TIME"), "\(output.errorOutput)")
    }

    private static func preset(_ limits: String, in folder: TemporaryFolder) throws -> URL {
        let file = folder.file("limited.yaml")
        let text = """
            name: limited
            description: For a test.
            ladder: [{ name: 720p, size: 720, maxrate: 3M }, { name: 360p, size: 360, maxrate: 900k }]
            \(limits)
            """
        try Data(text.utf8).write(to: file)
        return file
    }

    private static func clip(
        _ name: String, _ size: String, seconds: Int, _ hasAudio: Bool, in folder: TemporaryFolder
    ) async throws -> URL {
        let file = folder.file("\(name).mp4").resolvingSymlinksInPath()
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=\(seconds)"]
                + (hasAudio ? ["-f", "lavfi", "-i", "sine=d=\(seconds)"] : [])
                + ["-pix_fmt", "yuv420p", "-preset", "ultrafast", FFprobe.path(file)])
        return file
    }
}
