import Foundation
import TestSupport
import Testing

/// Cue points: every rendition has a segment with the requested frame there, and audio is encoded as without them.
@Suite struct CuePointTests {
    /// 10 s at 25 frames/s, whose frames differ in brightness from their neighbors, with noise as audio.
    private static func makeUpload(_ file: URL) async throws {
        let video = "nullsrc=s=320x180:r=25:d=10,geq=lum=30+mod(N*7\\,190):cb=128:cr=128"
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", video]
                + ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=10:a=0.3:seed=5,lowpass=f=4000"]
                + ["-c:v", "libx264", "-qp", "15", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
                + [FFprobe.path(file)])
    }

    private struct Manifest: Decodable {
        struct CuePoint: Decodable {
            let id, kind: String
            let time: Double
            let segment: Int
            let offsets: [String: Int]
        }
        let cuePoints: [CuePoint]?
    }

    private static func manifest(_ package: URL) throws -> Manifest {
        try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: package.appending(path: "manifest.json")))
    }

    /// The brightness of the frames of some files, read one after another.
    private static func levels(_ files: [URL]) async throws -> [Int] {
        let text = try await Command(
            "ffmpeg",
            ["-v", "error", "-i", "concat:" + files.map(\.path).joined(separator: "|")]
                + ["-map", "0:v:0", "-vsync", "0"]
                + ["-vf", "scale=1:1:flags=area,format=gray,signalstats,metadata=print:file=-"]
                + ["-f", "null", "-"]
        ).succeed().text
        let key = "lavfi.signalstats.YAVG="
        return text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix(key) }
            .compactMap { Double($0.dropFirst(key.count)).map { Int($0.rounded()) } }
    }

    private static func packets(_ package: URL, in folder: TemporaryFolder) async throws -> Data {
        let file = folder.file("\(UUID().uuidString).aac")
        try await FFmpeg.run(
            ["-i", FFprobe.path(package.appending(path: "audio/und/playlist.m3u8"))]
                + ["-c", "copy", "-f", "adts", FFprobe.path(file)])
        return try Data(contentsOf: file)
    }

    @Test func segmentsBeginWithTheRequestedFrame() async throws {
        let folder = try TemporaryFolder("cue-points")
        let upload = folder.file("film.mp4")
        try await Self.makeUpload(upload)
        let vmap = """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            <vmap:AdBreak timeOffset="end" breakType="linear" breakId="post"/>
            </vmap:VMAP>
            """
        let (output, plain) = (folder.file("out"), folder.file("plain"))
        _ = try await VTranscode.run([upload], to: plain)
        try Data(vmap.utf8).write(to: folder.file("film.vmap"))
        let options = ["--cue", "3.28,id=a", "--cue", "7.04,id=b,duration=15s"]
        let report = try await VTranscode.run(
            [upload], to: output, options[0], options[1], options[2], options[3])
        #expect(report.end(of: "film.mp4")?.outcome == .published, "\(report.errorOutput)")
        let package = output.appending(path: "film")
        let cuePoints = try #require(try Self.manifest(package).cuePoints)
        #expect(cuePoints.map(\.id) == ["a", "b", "post"])
        #expect(cuePoints.map(\.kind) == ["mid", "mid", "post"])
        #expect(cuePoints.map(\.time) == [3.28, 7.04, 10])

        let video = package.appending(path: "video/180p")
        let source = try await Self.levels([upload])
        for (cuePoint, frame) in zip(cuePoints, [82, 176]) {
            let name = String(format: "%05d.m4s", cuePoint.segment)
            let levels = try await Self.levels([
                video.appending(path: "init.mp4"), video.appending(path: name),
            ])
            // Frames that follow one another differ by 7 or more.
            let difference = abs((levels.first ?? 0) - source[frame])
            #expect(difference <= 3, "\(levels.prefix(3)), \(source[frame])")
            let sizes = try (0..<cuePoint.segment).map { index in
                try video.appending(path: String(format: "%05d.m4s", index))
                    .resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            }
            #expect(cuePoint.offsets["video/180p/playlist.m3u8"] == sizes.reduce(0, +))
        }
        #expect(
            try await Self.packets(package, in: folder)
                == Self.packets(plain.appending(path: "film"), in: folder))
        #expect(try Self.manifest(plain.appending(path: "film")).cuePoints == nil)
        let playlist = try String(
            contentsOf: video.appending(path: "playlist.m3u8"), encoding: .utf8)
        #expect(playlist.contains("#EXT-X-CUE-OUT:15.000\n#EXT-X-CUE-IN\n"))
        #expect(!playlist.contains("EXT-X-PROGRAM-DATE-TIME"))
    }

    @Test func interstitialsAreInAllPlaylists() async throws {
        let folder = try TemporaryFolder("cue-interstitials")
        let upload = folder.file("film.mp4")
        try await Self.makeUpload(upload)
        try Data("1\n00:00:01,000 --> 00:00:03,000\nOne\n".utf8).write(
            to: folder.file("film.srt"))
        try Data("time,id,asset-list\n0:04,a,https://ads.example/a.json\n".utf8).write(
            to: folder.file("film.cues.csv"))
        let output = folder.file("out")
        let report = try await VTranscode.run([folder.url], to: output)
        #expect(report.end(of: "film.mp4")?.outcome == .published, "\(report.errorOutput)")
        for path in ["video/180p/playlist", "audio/und/playlist"] {
            let text = try String(
                contentsOf: output.appending(path: "film/\(path).m3u8"), encoding: .utf8)
            #expect(
                text.contains(
                    "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\","
                        + "START-DATE=\"1970-01-01T00:00:04.000Z\","
                        + "X-ASSET-LIST=\"https://ads.example/a.json\",X-RESUME-OFFSET=0\n"),
                "\(path)")
        }
        for path in ["video/180p/playlist", "video/180p/iframes", "captions/und/playlist"] {
            let text = try String(
                contentsOf: output.appending(path: "film/\(path).m3u8"), encoding: .utf8)
            #expect(
                text.contains("#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00.000Z\n"), "\(path)")
        }
    }

    @Test(arguments: [
        (
            "film.vmap", "<VMAP>\n<AdBreak breakType='linear'/></VMAP>",
            "film.vmap:2:1: AdBreak has no timeOffset"
        ),
        (
            "film.cues.csv", "time\n2\n3\n",
            "the cue points at 2s and 3s are closer together than a GOP, 2s"
        ),
    ])
    func mistakesRejectTheUpload(_ name: String, _ text: String, _ message: String) async throws {
        let folder = try TemporaryFolder("cue-mistakes")
        let upload = folder.file("film.mp4")
        try await Self.makeUpload(upload)
        try Data(text.utf8).write(to: folder.file(name))
        let output = folder.file("out")
        let report = try await VTranscode.run([upload], to: output)
        let error = try #require(report.end(of: "film.mp4")?.error)
        #expect(error.code == "BAD_CUE_POINTS")
        #expect(error.message == message)
        #expect(!FileManager.default.fileExists(atPath: output.appending(path: "film").path))
    }
}
