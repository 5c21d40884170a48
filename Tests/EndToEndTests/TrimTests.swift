import Foundation
import TestSupport
import Testing

/// Trim ranges: packages have exactly their frames, and audio and captions are trimmed likewise.
@Suite struct TrimTests {
    struct Case: Sendable, CustomStringConvertible {
        /// The upload's name; its extension is the container.
        let file: String
        /// Additional options of ffmpeg.
        var options: [String] = []
        var rate = "30"
        let from: Double
        let to: Double
        var description: String { "\(file), \(rate)/s, \(from) to \(to)" }
    }

    static let cases = [
        // B-frames; times between two frames, long after the start.
        Case(file: "film.mp4", options: ["-bf", "3", "-g", "80"], from: 12.345, to: 15.678),
        Case(file: "film.mkv", options: ["-bf", "3", "-g", "300"], from: 12.345, to: 15.678),
        Case(file: "film.ts", options: ["-bf", "2"], from: 13.001, to: 14),
        // A container without times, which decoding finds.
        Case(
            file: "film.avi", options: ["-c:v", "mpeg4", "-q:v", "2"], rate: "30000/1001",
            from: 3.303, to: 9.99),
        // The clock starts at 1.5 s; one frame.
        Case(
            file: "late.mp4", options: ["-output_ts_offset", "1.5"], rate: "25", from: 4, to: 4.001),
        // Missing frames.
        Case(
            file: "gaps.mp4", options: ["-vf", "select=lt(mod(n\\,7)\\,4)", "-vsync", "vfr"],
            from: 5.02, to: 8.51),
        // 60 frames/s become 30.
        Case(file: "fast.mp4", rate: "60", from: 2.017, to: 4.0),
        Case(file: "end.mp4", from: 15.99, to: 60),
    ]

    @Test(arguments: cases)
    func trimRangeIsExactToTheFrame(_ range: Case) async throws {
        let folder = try TemporaryFolder("trim")
        let upload = folder.file(range.file)
        try await Self.makeUpload(upload, range)
        let output = folder.file("out")
        let report = try await VTranscode.run(
            [upload], to: output, "--name", "trimmed", "--from", "\(range.from)", "--to",
            "\(range.to)")
        let end = try #require(report.end(of: range.file))
        #expect(end.outcome == .published, "\(report.errorOutput)")
        #expect(end.notices?.map(\.code).contains("TRIMMED") ?? false)
        let package = output.appending(path: "trimmed")
        let manifest = try Self.manifest(package)

        let (times, levels) = try await Self.frames(of: upload)
        let start = Self.value(manifest.upload.start)
        let first = times.lastIndex { $0 - start <= range.from + 0.0005 } ?? 0
        let last = times.lastIndex { $0 - start < range.to - 0.0005 } ?? 0
        let shown = try await Self.frames(of: package.appending(path: "video/180p/playlist.m3u8"))
        // The current source frame at the time of an output frame, at most half a frame early.
        let ratio = range.rate == "60" ? 60.0 : Self.value(range.rate)
        let expected = (0..<shown.levels.count).map { index -> Int in
            let due = times[first] + shown.times[index] - shown.times[0] + 0.5 / ratio
            return min(last, times.lastIndex { $0 < due } ?? 0)
        }
        #expect(expected.first == first)
        // Without a constant rate, the last frame may be between two output frames.
        #expect(expected.last == last || range.file == "gaps.mp4")
        let wrong = expected.indices.filter { index in
            let near = [-1, 0, 1].map { expected[index] + $0 }.filter(levels.indices.contains)
            let nearest = near.min {
                abs(levels[$0] - shown.levels[index]) < abs(levels[$1] - shown.levels[index])
            }
            return nearest != expected[index]
        }
        #expect(wrong.isEmpty, "frames \(wrong.prefix(5)) of \(expected.count)")
        #expect(abs(manifest.plan.trimRange.from - (times[first] - start)) < 0.000_1)

        guard manifest.duration > 0.5 else { return }
        try await Self.checkAudio(upload, package, zero: times[first], manifest.duration)
    }

    /// The cue from 1 to 3 s is shortened to 1 s; the cue from 5 to 9 s is omitted.
    @Test func captionsAreTrimmed() async throws {
        let folder = try TemporaryFolder("trim-captions")
        let upload = folder.file("film.mp4")
        try await Self.makeUpload(upload, Self.cases[0])
        let text =
            "1\n00:00:01,000 --> 00:00:03,000\nOne\n\n2\n00:00:05,000 --> 00:00:09,000\nTwo\n"
        try Data(text.utf8).write(to: folder.file("film.srt"))
        let output = folder.file("out")
        let run = ["--from", "2", "--to", "4"]
        _ = try await VTranscode.run([upload], to: output, run[0], run[1], run[2], run[3])
        let captions = output.appending(path: "film/captions/und/00000.vtt")
        let lines = try String(contentsOf: captions, encoding: .utf8).split(separator: "\n")
        #expect(lines.contains("00:00:00.000 --> 00:00:01.000"))
        #expect(lines.contains("One") && !lines.contains("Two"))
    }

    /// Audio that ends before the trim range becomes silence; audio that begins after it is omitted.
    @Test(arguments: [(options: ["-t", "4"], hasTrack: true), (["-itsoffset", "12"], false)])
    func audioOutsideTheTrimRangeIsNotPublished(options: [String], hasTrack: Bool) async throws {
        let folder = try TemporaryFolder("trim-silent")
        let (upload, output) = (folder.file("film.mkv"), folder.file("out"))
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=16"] + options
                + ["-f", "lavfi", "-i", "sine=d=4", "-preset", "ultrafast", FFprobe.path(upload)])
        let report = try await VTranscode.run([upload], to: output, "--from", "8", "--to", "10")
        #expect(report.end(of: "film.mkv")?.outcome == .published, "\(report.errorOutput)")
        let package = try PublishedPackage(output.appending(path: "film"))
        #expect(package.audio.count == (hasTrack ? 1 : 0))
        guard let audio = package.audio.first else { return }
        let samples = try await AudioSamples(
            of: audio.joined(into: folder.url), stream: 0, zero: 0)
        #expect(abs(samples.values.count - 2 * AudioSamples.rate) < AudioSamples.rate / 25)
        #expect(samples.values.allSatisfy { abs($0) < 0.001 })
    }

    /// The same trim range is unchanged, and another one does not replace it.
    @Test func trimRangeIsPartOfThePackageKey() async throws {
        let folder = try TemporaryFolder("trim-key")
        let (long, short) = (folder.file("long.mp4"), folder.file("short.mp4"))
        try await Self.makeUpload(long, Self.cases[0])
        try await FFmpeg.run(["-t", "2", "-i", FFprobe.path(long), "-c", "copy", short.path])
        let output = folder.file("out")
        func outcomes(_ options: String...) async throws -> [String] {
            let run = VTranscode.runArguments([long, short], to: output, options)
            let result = try await VTranscode.command(run).run()
            let report = RunReport(
                status: result.status, lines: result.lines, errorOutput: result.errorOutput)
            return ["long.mp4", "short.mp4"].map {
                let end = report.end(of: $0)
                if let error = end?.error, error.code == "BEYOND_END" {
                    #expect(error.advice == "choose an earlier --from")
                }
                return end?.error?.code ?? end?.outcome?.rawValue ?? ""
            }
        }
        #expect(try await outcomes("--from", "3", "--to", "4") == ["published", "BEYOND_END"])
        #expect(try await outcomes("--from", "3s", "--to", "0:04") == ["unchanged", "BEYOND_END"])
        #expect(try await outcomes("--from", "1", "--to", "4") == ["EXISTS", "published"])
        #expect(
            try await outcomes("--from", "1", "--to", "4", "--force") == ["published", "published"])
    }

    // MARK: Uploads

    /// Makes 16 s whose frames differ in brightness from their neighbors, with noise as audio.
    private static func makeUpload(_ file: URL, _ range: Case) async throws {
        let video =
            "nullsrc=s=320x180:r=\(range.rate):d=16,geq=lum=30+mod(N*7\\,190):cb=128:cr=128"
        let encoder = range.options.contains("-c:v") ? [] : ["-c:v", "libx264", "-qp", "15"]
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", video]
                + ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=16:a=0.3:seed=5,lowpass=f=4000"]
                + encoder + ["-preset", "ultrafast", "-pix_fmt", "yuv420p"] + range.options
                + [FFprobe.path(file)])
    }

    /// Returns the time of each frame, in seconds of the file's clock, and its brightness.
    private static func frames(
        of file: URL
    ) async throws -> (times: [Double], levels: [Int]) {
        let text = try await Command(
            "ffmpeg",
            ["-v", "error", "-copyts", "-i", FFprobe.path(file), "-map", "0:v:0", "-vsync", "0"]
                + ["-vf", "scale=1:1:flags=area,format=gray,signalstats,metadata=print:file=-"]
                + ["-f", "null", "-"]
        ).succeed().text
        func values(_ key: String) -> [Double] {
            text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix(key) }
                .compactMap { Double($0.dropFirst(key.count)) }
        }
        return (values("pts_time:"), values("lavfi.signalstats.YAVG=").map { Int($0.rounded()) })
    }

    /// Checks that the package's audio is in sync with the upload's, by cross-correlation.
    private static func checkAudio(
        _ upload: URL, _ package: URL, zero: Double, _ duration: Double
    ) async throws {
        func audio(_ file: URL, _ filters: String) async throws -> [Float] {
            let folder = try TemporaryFolder("audio")
            let samples = folder.file("samples.f32")
            try await FFmpeg.run(
                ["-copyts", "-i", FFprobe.path(file), "-map", "0:a:0", "-af", filters]
                    + ["-ac", "1", "-ar", "48000", "-f", "f32le", FFprobe.path(samples)])
            return try Data(contentsOf: samples).withUnsafeBytes {
                Array($0.bindMemory(to: Float.self))
            }
        }
        let whole = try await audio(
            upload, "asetpts=PTS-(\(zero))/TB,aresample=48000:async=1:first_pts=-200")
        let trimmed = try await audio(
            package.appending(path: "audio/und/playlist.m3u8"), "anull")
        #expect(abs(Double(trimmed.count) / 48_000 - duration) < 0.03)
        // `whole` begins 200 samples before time 0; the encoder's first frames are not compared.
        let start = min(4096, trimmed.count / 4)
        let match = AudioMatch(
            of: trimmed, in: Array(whole.dropFirst(200)), at: start,
            length: min(trimmed.count - 1200, 16_384) - start, reach: 150)
        // Matroska's clock has milliseconds, so times are rounded by up to half of one.
        let allowed = upload.pathExtension == "mkv" ? 48 : 2
        #expect(match.correlation > 0.5)
        #expect(abs(match.lag) <= allowed, "audio is \(match.lag) samples late")
    }

    private struct Manifest: Decodable {
        struct TrimRange: Decodable { let from, to: Double }
        struct Plan: Decodable { let trimRange: TrimRange }
        struct Info: Decodable { let start: String }
        let upload: Info
        let duration: Double
        let plan: Plan
    }

    private static func manifest(_ package: URL) throws -> Manifest {
        let data = try Data(contentsOf: package.appending(path: "manifest.json"))
        return try JSONDecoder().decode(Manifest.self, from: data)
    }

    private static func value(_ fraction: String) -> Double {
        let parts = fraction.split(separator: "/").compactMap { Double($0) }
        return parts.count == 2 ? parts[0] / parts[1] : parts[0]
    }
}
