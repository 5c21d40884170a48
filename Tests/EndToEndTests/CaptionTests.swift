import Foundation
import TestSupport
import Testing

/// Captions in an upload and in sidecars.
@Suite struct CaptionTests {
    private static let spoken = """
        1
        00:00:01,000 --> 00:00:02,000
        one & <i>only</i>

        2
        00:00:05,500 --> 00:00:06,500
        over the border

        """

    /// Makes 13 s of video that begin at 8 s of the upload's clock, with an English track.
    private static func upload(in folder: TemporaryFolder) async throws -> URL {
        let (captions, clip) = (folder.file("spoken.srt"), folder.file("clip.mkv"))
        try Data(spoken.utf8).write(to: captions)
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=192x108:r=10:d=13", "-i", FFprobe.path(captions)]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-c:s", "srt"]
                + ["-metadata:s:s:0", "language=eng", "-disposition:s:0", "hearing_impaired"]
                + ["-output_ts_offset", "8", FFprobe.path(clip)])
        try FileManager.default.removeItem(at: captions)
        return clip
    }

    private static func segments(_ name: String, in package: PublishedPackage) throws -> [String] {
        try PlaylistText(package.folder.appending(path: "captions/\(name)/playlist.m3u8"))
            .segments.map { try String(contentsOf: $0, encoding: .utf8) }
    }

    /// The durations and files of a media playlist.
    private struct PlaylistText {
        let durations: [Substring]
        let segments: [URL]

        init(_ url: URL) throws {
            let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            durations = lines.filter { $0.hasPrefix("#EXTINF") || $0.hasPrefix("#EXT-X-TARGET") }
            segments = lines.filter { !$0.hasPrefix("#") }.map {
                url.deletingLastPathComponent().appending(path: String($0))
            }
        }
    }

    @Test func tracksAndFilesBecomeRenditions() async throws {
        let folder = try TemporaryFolder("captions")
        let (upload, output) = (try await Self.upload(in: folder), folder.file("out"))
        let sidecar = folder.file("clip.de.forced.vtt")
        // The sidecar's clock is the upload's: 20 s are 12 s of the package.
        try Data("WEBVTT\n\n00:20.000 --> 00:30.000\nEnde\n".utf8).write(to: sidecar)

        // A shell may expand to both files: the sidecar is not an upload.
        let run = try await VTranscode.run([upload, sidecar], to: output)
        #expect(run.finished.map(\.outcome) == [.published], "\(run.errorOutput)")
        let package = try PublishedPackage(output.appending(path: "clip"))
        let header = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n"
        let border = "00:00:05.500 --> 00:00:06.500\nover the border\n\n"
        #expect(
            try Self.segments("en", in: package) == [
                header + "00:00:01.000 --> 00:00:02.000\none &amp; <i>only</i>\n\n" + border,
                header + border,
            ])
        #expect(
            try Self.segments("de", in: package) == [
                header, header + "00:00:12.000 --> 00:00:13.000\nEnde\n\n",
            ])
        let video = try PlaylistText(package.rungs[0].track.playlist)
        for name in ["en", "de"] {
            let playlist = package.folder.appending(path: "captions/\(name)/playlist.m3u8")
            #expect(try PlaylistText(playlist).durations == video.durations)
        }
        #expect(package.variants.allSatisfy { $0.attributes["SUBTITLES"] == "subs" })
        let master = try String(
            contentsOf: package.folder.appending(path: "master.m3u8"), encoding: .utf8)
        #expect(
            master.contains(
                #"LANGUAGE="de",DEFAULT=NO,AUTOSELECT=YES,FORCED=YES,URI="captions/de/"#))
        #expect(
            master.contains(
                #"LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,CHARACTERISTICS="public"#))
        #expect(try await ManifestChecker.problems(in: package).isEmpty)
    }

    @Test func captionsNoneOmitsAllCaptions() async throws {
        let folder = try TemporaryFolder("none")
        let (upload, preset) = (try await Self.upload(in: folder), folder.file("silent.yaml"))
        try Data("1\n00:00:09,000 --> 00:00:10,000\nbeside\n".utf8)
            .write(to: folder.file("clip.de.srt"))
        let text = """
            name: silent
            description: No captions.
            ladder: [{ name: 180p, size: 180, maxrate: 500k }]
            captions: none
            """
        try Data(text.utf8).write(to: preset)
        let run = try await VTranscode.run(
            [upload], to: folder.file("out"), "--preset", preset.path)
        #expect(run.finished.map(\.outcome) == [.published], "\(run.errorOutput)")
        // The preset omits them, which is not a warning.
        #expect(!(run.finished.first?.notices?.contains { $0.code.contains("CAPTION") } ?? false))
        let package = try PublishedPackage(folder.file("out/clip"))
        #expect(package.captions.isEmpty)
        #expect(package.variants.allSatisfy { $0.attributes["SUBTITLES"] == nil })
        #expect(package.files.allSatisfy { !$0.hasSuffix(".vtt") || $0.contains("storyboard") })
        #expect(try await ManifestChecker.problems(in: package).isEmpty)
    }

    @Test func editedCaptionsMakeAnotherPackage() async throws {
        let folder = try TemporaryFolder("edited")
        let (upload, output) = (try await Self.upload(in: folder), folder.file("out"))
        let sidecar = folder.file("clip.srt")
        try Data("1\n00:00:09,000 --> 00:00:10,000\nfirst\n".utf8).write(to: sidecar)
        _ = try await VTranscode.run([upload], to: output)
        let again = try await VTranscode.run([upload], to: output)
        #expect(again.finished.map(\.outcome) == [.unchanged])

        try Data("1\n00:00:09,000 --> 00:00:10,000\nsecond\n".utf8).write(to: sidecar)
        let rejected = try await VTranscode.run([upload], to: output)
        #expect(rejected.finished.first?.error?.code == "EXISTS")
        _ = try await VTranscode.run([upload], to: output, "--force")
        let package = try PublishedPackage(output.appending(path: "clip"))
        #expect(try Self.segments("und", in: package)[0].contains("second"))
    }

    /// Matroska stores ASS as events; MP4 stores text and styles in its own samples.
    @Test(arguments: [
        (["-c:s", "ass", "-f", "matroska"], "ass"),
        (["-c:s", "mov_text", "-f", "mp4"], "mov_text"),
        (["-c:s", "webvtt", "-f", "matroska"], "webvtt"),
    ])
    func everyTextFormatIsRead(options: [String], format: String) async throws {
        let folder = try TemporaryFolder("formats")
        let (source, file) = (try await Self.upload(in: folder), folder.file("other.video"))
        try await FFmpeg.run(
            ["-i", FFprobe.path(source), "-c:v", "copy"] + options + [FFprobe.path(file)])
        let output = try await VTranscode.call("probe", file.path, "--json")
        #expect(output.text.contains("\"format\" : \"\(format)\""), "\(output.errorOutput)")
        let run = try await VTranscode.run([file], to: folder.file("out"))
        let package = try PublishedPackage(folder.file("out/other"))
        #expect(run.finished.map(\.outcome) == [.published], "\(run.errorOutput)")
        let text = try Self.segments("en", in: package)[0]
        #expect(text.contains("00:00:01.000 --> 00:00:02.000\none &amp; <i>only</i>\n"))
        #expect(text.contains("over the border"))
    }

    /// CEA-608 in user data of coded pictures, whose order differs from that of the frames.
    @Test(arguments: ["ts", "mkv", "mp4"])
    func closedCaptionsAreRead(container: String) async throws {
        let folder = try TemporaryFolder("cea608")
        let (file, output) = (folder.file("clip.\(container)"), folder.file("out"))
        let texts = [
            10: "{RCL}{ENM}{14:4}Popped on{15:4}as a whole", 60: "{EOC}", 90: "{EDM}",
            120: "{RU2}{CR}{15}Rolled up", 170: "{CR}{15}line by line", 240: "{EDM}",
            270: "{RDC}{1}Painted above", 360: "{EDM}",
        ]
        try await CaptionedClip.make(texts, at: file)
        let run = try await VTranscode.run([file], to: output)
        #expect(run.finished.map(\.outcome) == [.published], "\(run.errorOutput)")
        let package = try PublishedPackage(output.appending(path: "clip"))
        let segments = try Self.segments("und", in: package)
        let cues = segments.joined().matches(
            of: /([0-9:.]+) --> ([0-9:.]+)(.*)\n((?:.+\n)+)/
        ).map { match in
            [match.1, match.2].map { Int((Self.seconds($0) * 30).rounded()) }.description
                + "\(match.3) \(match.4)"
        }
        // Times in frames; commands are two pairs each. Cues across a segment border are in both segments.
        let rolled = "[174, 240] line by line\n"
        #expect(
            cues == [
                "[60, 90] Popped on\nas a whole\n", "[126, 174] Rolled up\n", rolled, rolled,
                "[274, 360] line:10% Painted above\n",
            ])
        #expect(try await ManifestChecker.problems(in: package).isEmpty)
    }

    /// Matroska stores the positions of WebVTT separately, and those of ASS in styles and overrides.
    @Test(arguments: [
        (
            "vtt", "webm", "WEBVTT\n\n00:01.000 --> 00:02.000 line:0 align:start\nabove\n",
            "line:0 align:start"
        ),
        ("ass", "mkv", ass, "line:0 align:right"),
    ])
    func positionsAreRetained(kind: String, container: String, text: String, settings: String)
        async throws
    {
        let folder = try TemporaryFolder("positions")
        let (captions, file) = (folder.file("text.\(kind)"), folder.file("clip.\(container)"))
        try Data(text.utf8).write(to: captions)
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=192x108:r=10:d=3", "-i", FFprobe.path(captions)]
                + ["-map", "0", "-map", "1", "-c:s", "copy", FFprobe.path(file)])
        _ = try await VTranscode.run([file], to: folder.file("out"))
        let package = try PublishedPackage(folder.file("out/clip"))
        let cue = "00:00:01.000 --> 00:00:02.000 \(settings)\nabove\n"
        #expect(try Self.segments("und", in: package)[0].contains(cue))
    }

    private static let ass = """
        [Script Info]
        [V4+ Styles]
        Format: Name, Fontname, Fontsize, Bold, Italic, Alignment
        Style: Corner,Arial,16,0,0,9
        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:01.00,0:00:02.00,Corner,,0,0,0,,above

        """

    private static func seconds(_ time: Substring) -> Double {
        time.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? 0) }
    }
}
