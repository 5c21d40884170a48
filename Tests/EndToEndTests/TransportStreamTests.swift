import Foundation
import TestSupport
import Testing

/// Packages of MPEG-TS.
@Suite struct TransportStreamTests {
    /// Short segments and small rungs, which are encoded quickly.
    private static let preset = """
        name: small-ts
        description: Short segments of MPEG-TS.
        packaging: { container: ts, segment: 2s, download: true }
        video: { encoder: { preset: superfast } }
        ladder:
          - { name: 240p, size: 240, crf: 18, maxrate: 2000k, profile: main }
          - { name: 144p, size: 144, crf: 18, maxrate: 900k, profile: baseline, maxFrameRate: 15 }
        audio: { bitrate: 64k }
        thumbnails: { poster: { width: 640 }, storyboard: { every: 5s } }
        """

    private static func package(
        of upload: String, in folder: TemporaryFolder, _ options: String...
    ) async throws -> PublishedPackage {
        let file = folder.file("small-ts.yaml")
        try Data(preset.utf8).write(to: file)
        let output = folder.file("out\(options.joined())")
        let arguments = VTranscode.runArguments(
            [UploadFolder.testmedia.appending(path: upload)], to: output,
            ["--preset", file.path, "--name", "clip"] + options)
        let run = try await VTranscode.command(arguments).run()
        #expect(run.status == 0, "\(run.errorOutput)")
        return try PublishedPackage(output.appending(path: "clip"))
    }

    @Test(arguments: [
        "landscape-720p30.mp4", "portrait-1080p2997-rotated.mov", "screen-800p-vfr-silent.mp4",
    ])
    func packageHasTheUploadsVideoAndAudio(_ name: String) async throws {
        let folder = try TemporaryFolder("ts")
        let package = try await Self.package(of: name, in: folder)
        let upload = TestUpload(url: UploadFolder.testmedia.appending(path: name))
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        var rungs: [DecodedRung] = []
        for variant in package.rungs { rungs.append(try await DecodedRung(variant)) }
        var problems = rungs.flatMap {
            RungChecker.problems(in: $0, lasting: upload.durations(timeline))
        }
        if let checker = try VideoChecker(of: upload.url, timeline) {
            problems += try await checker.problems(in: rungs)
        }
        problems += try await KeyframePlaylistChecker.problems(in: package)
        problems += BandwidthChecker.problems(in: package)
        problems += try await ManifestChecker.problems(in: package)
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
        for rung in rungs { try await expectAudio(of: upload, timeline, in: rung, package) }
    }

    /// Checks that every rung has the default audio, on time and in CODECS.
    private func expectAudio(
        of upload: TestUpload, _ timeline: UploadTimeline, in rung: DecodedRung,
        _ package: PublishedPackage
    ) async throws {
        #expect(package.audio.isEmpty)
        let info = try await FFprobe.info(of: rung.file)
        guard let audio = timeline.audioTracks.first else {
            #expect(info.streams.map(\.codec) == ["h264"])
            #expect(!rung.variant.codecs.contains("mp4a"))
            return
        }
        #expect(info.streams.map(\.codec) == ["h264", "aac"])
        #expect(rung.variant.codecs.hasSuffix(",mp4a.40.2"))
        let original = try await AudioSamples(of: upload.url, audio, zero: timeline.zero)
        let copy = try await AudioSamples(
            of: rung.file, stream: 1, zero: rung.variant.track.clock)
        #expect(AudioChecker.outcome(upload: original, package: copy) == .compared([]))
    }

    /// Every segment begins with PAT, PMT and an IDR picture, and is decodable alone.
    @Test func everySegmentIsIndependent() async throws {
        let folder = try TemporaryFolder("ts-alone")
        let package = try await Self.package(of: "landscape-720p30.mp4", in: folder)
        let variant = try #require(package.rungs.first)
        #expect(variant.track.segments.count == 5)
        for segment in variant.track.segments {
            let table = folder.file("frames")
            let errorLines = try await FFmpeg.errorLines(
                ["-xerror", "-copyts", "-i", FFprobe.path(segment.url), "-map", "0:v:0"]
                    + ["-fps_mode", "passthrough", "-f", "framecrc", FFprobe.path(table)])
            #expect(errorLines.isEmpty)
            let frames = try String(contentsOf: table, encoding: .utf8)
                .split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
            #expect(frames.count == 60)
        }
    }

    @Test func bytesDoNotDependOnTheNumberOfJobs() async throws {
        let folder = try TemporaryFolder("ts-jobs")
        let one = try await Self.package(of: "landscape-720p30.mp4", in: folder, "--jobs=1")
        let four = try await Self.package(of: "landscape-720p30.mp4", in: folder, "--jobs=4")
        let digests = try await FileTree.digests(of: one.folder)
        let others = try await FileTree.digests(of: four.folder)
        #expect(FileTree.differences(digests, others) == [])
        #expect(digests.count > 15)
    }

    /// The download is made from artifacts, not from segments.
    @Test func downloadHasTheHighestRungAndAudio() async throws {
        let folder = try TemporaryFolder("ts-download")
        let package = try await Self.package(of: "landscape-720p30.mp4", in: folder)
        let info = try await FFprobe.info(of: package.folder.appending(path: "download.mp4"))
        #expect(info.streams.map(\.codec) == ["h264", "aac"])
        #expect(info.streams.first?.height == 240)
    }
}
