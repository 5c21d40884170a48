import Foundation
import TestSupport
import Testing

/// Packages with ladders of HEVC and H.264.
@Suite struct HEVCPackageTests {
    /// Small rungs, which are encoded quickly.
    private static let preset = """
        name: small-hevc
        description: Both codecs.
        packaging: { segment: 2s }
        video: { encoder: { preset: superfast } }
        ladder:
          - { name: 240p-hevc, codec: hevc, size: 240, crf: 20, maxrate: 2000k }
          - { name: 144p-hevc, codec: hevc, size: 144, crf: 20, maxrate: 900k, maxFrameRate: 15 }
          - { name: 240p, size: 240, crf: 18, maxrate: 2000k, profile: main }
        audio: { bitrate: 64k }
        """

    private static func package(
        of upload: URL, in folder: TemporaryFolder, _ options: String...
    ) async throws -> PublishedPackage {
        let file = folder.file("small-hevc.yaml")
        try Data(preset.utf8).write(to: file)
        let output = folder.file("out\(options.joined())")
        let arguments = VTranscode.runArguments(
            [upload], to: output, ["--preset", file.path, "--name", "clip"] + options)
        let run = try await VTranscode.command(arguments).run()
        #expect(run.status == 0, "\(run.errorOutput)")
        return try PublishedPackage(output.appending(path: "clip"))
    }

    @Test(arguments: ["landscape-720p30.mp4", "portrait-1080p2997-rotated.mov"])
    func everyRungShowsTheUpload(_ name: String) async throws {
        let folder = try TemporaryFolder("hevc")
        let upload = TestUpload(url: UploadFolder.testmedia.appending(path: name))
        let package = try await Self.package(of: upload.url, in: folder)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        var rungs: [DecodedRung] = []
        for variant in package.rungs { rungs.append(try await DecodedRung(variant)) }
        #expect(Set(rungs.map(\.variant.track.name)) == ["240p", "240p-hevc", "144p-hevc"])
        var problems = rungs.flatMap {
            RungChecker.problems(in: $0, lasting: upload.durations(timeline))
        }
        if let checker = try VideoChecker(of: upload.url, timeline) {
            problems += try await checker.problems(in: rungs)
        }
        problems += try await TimingChecker.problems(in: package)
        problems += try await CodecChecker.problems(in: package)
        problems += try await KeyframePlaylistChecker.problems(in: package)
        problems += BandwidthChecker.problems(in: package)
        problems += try await ManifestChecker.problems(in: package)
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
        // Players without HEVC may start with the first variant.
        #expect(package.variants.first?.codecs.hasPrefix("avc1") == true)
        #expect(package.iframes.count == 3)
    }

    /// "hvc1": parameter sets are in the init segment only, without the encoder's message.
    @Test func segmentsHaveNoParameterSets() async throws {
        let folder = try TemporaryFolder("hvc1")
        let upload = UploadFolder.testmedia.appending(path: "landscape-720p30.mp4")
        let package = try await Self.package(of: upload, in: folder)
        let hevc = package.rungs.filter { $0.codecs.hasPrefix("hvc1") }
        #expect(hevc.count == 2)
        #expect(try await SegmentChecker.problems(in: package) == [])
        for variant in hevc {
            let file = try variant.track.joined(into: folder.url)
            let info = try await FFprobe.info(of: file)
            #expect(info.streams.map(\.codec) == ["hevc"])
            let bytes = try Data(contentsOf: file)
            #expect(bytes.range(of: Data("hvc1".utf8)) != nil)
            #expect(bytes.range(of: Data("x265".utf8)) == nil)
        }
    }

    @Test func bytesDoNotDependOnTheNumberOfJobs() async throws {
        let folder = try TemporaryFolder("hevc-jobs")
        let upload = UploadFolder.testmedia.appending(path: "landscape-720p30.mp4")
        let one = try await Self.package(of: upload, in: folder, "--jobs=1")
        let four = try await Self.package(of: upload, in: folder, "--jobs=4")
        let digests = try await FileTree.digests(of: one.folder)
        let others = try await FileTree.digests(of: four.folder)
        #expect(FileTree.differences(digests, others) == [])
    }
}
