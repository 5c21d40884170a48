import Foundation
import Logging
internal import MediaSandbox
import MediaUnits
import Presets
import Storage
import TestSupport
import Testing
import VideoCodecs

@testable import MediaModel
@testable import Transcoding

/// Packages whose GOPs are encoded separately and joined to segments.
@Suite struct GOPUnitTests {
    private let folder: TemporaryFolder
    private let transcoder = DistributedClip.transcoder()

    init() throws { folder = try TemporaryFolder("gops") }

    /// 10.6 s: a segment of three GOPs, and one of two GOPs and 0.6 s, which belong to the last GOP.
    private static let clip = Task {
        let file = try TemporaryFolder.untilExit("gops").appending(path: "clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=10.6", "-c:v", "libx264"]
                + ["-preset", "ultrafast", "-g", "10", FFprobe.path(file)])
        return file
    }

    private static let codecs: [VideoCodec] = [.h264, .hevc]

    /// Ceilings so high that they do not bind.
    ///
    /// A bound from the upload's own rate exists for H.264 only; with a target, a probe encode
    /// predicts the rate.
    private static func preset(_ codec: VideoCodec, _ container: Container) -> Preset {
        Preset(
            name: "gops", description: "Small.", packaging: Packaging(container: container),
            video: Video(codec: codec, encoder: .init(point: .economy)),
            ladder: [
                Rung(name: "180p", codec: codec, size: 180, maxrate: .kilobits(40_000)),
                Rung(name: "90p", codec: codec, size: 90, maxrate: .kilobits(40_000)),
            ], target: codec == .h264 ? nil : .low)
    }

    private func request(
        _ codec: VideoCodec = .h264, _ container: Container = .fmp4, to output: URL
    ) async throws -> PackageRequest {
        PackageRequest(
            id: "1", upload: Location(try await Self.clip.value.filePath),
            output: Location(output.filePath),
            name: "clip", preset: Self.preset(codec, container))
    }

    private func packaged(_ request: PackageRequest, in output: URL) async throws -> [String:
        String]
    {
        try await transcoder.build(request, attempt: "1").commit(in: .local)
        return try await FileTree.digests(of: output.appending(path: "clip"))
    }

    @Test(arguments: codecs) private func gopsAreTheUnits(codec: VideoCodec) async throws {
        let session = try TranscodingSession(
            Location(try await Self.clip.value.filePath), preset: Self.preset(codec, .fmp4),
            sandboxMode: .none, logger: Logger(label: "test"))
        let video = try #require(try await session.plan(session.probe(sidecars: [])).video)
        #expect(video.unit == .gop && video.segments.count == 2 && video.chunks.count == 5)
    }

    /// Sets of renditions, the order of jobs and their number have no influence on the bytes.
    @Test(arguments: codecs)
    private func bytesDependOnThePlanOnly(codec: VideoCodec) async throws {
        let (first, second) = (try folder.folder("a"), try folder.folder("b"))
        let expected = try await packaged(request(codec, to: first), in: first)
        let request = try await request(codec, to: second)
        try await transcoder.encode(request, chunks: 3..<5, renditions: ["90p"])
        try await transcoder.encode(request, chunks: 1..<2, renditions: ["90p", "180p"])
        try await transcoder.encode(request, chunks: 0..<4, renditions: ["180p"])
        let digests = try await packaged(request, in: second)
        #expect(FileTree.differences(digests, expected) == [])
        #expect(digests["video/180p/00001.m4s"] != nil && digests["video/180p/00002.m4s"] == nil)
    }

    /// Each joined segment starts with an IDR frame, has one every 2 s and all of its frames, in fMP4 and MPEG-TS.
    @Test(arguments: [
        (VideoCodec.h264, Container.fmp4), (.hevc, .fmp4), (.h264, .ts),
    ])
    private func segmentsHaveTheFramesOfTheirGOPs(
        codec: VideoCodec, container: Container
    ) async throws {
        let request = try await request(codec, container, to: folder.url)
        _ = try await packaged(request, in: folder.url)
        for rung in ["180p", "90p"] {
            let playlist = folder.file("clip/video/\(rung)/playlist.m3u8")
            let frames = try await FFprobe.rows(
                of: playlist, stream: 0, "frame=key_frame,best_effort_timestamp_time")
            #expect(frames.count == 106, "\(rung)")
            let keys = frames.indices.filter { frames[$0][0] == "1" }
            #expect(keys == [0, 20, 40, 60, 80, 100], "\(rung)")
            let times = frames.compactMap { Double($0[1]) }
            #expect(times.count == frames.count)
            #expect(
                zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.1) < 0.001 }, "\(rung)")
        }
    }

    /// A GOP that another process changed is not published, and made again by the next attempt.
    @Test func corruptGOPIsMadeAgain() async throws {
        let reference = try folder.folder("reference")
        let expected = try await packaged(request(to: reference), in: reference)
        let output = try folder.folder("corrupt")
        let request = try await request(to: output)
        try await transcoder.encode(request, chunks: 0..<5)
        let artifacts = output.appending(path: ".vtranscode/jobs/1/artifacts")
        let file = try #require(
            FileTree.files(in: artifacts).first { $0.hasSuffix("/180p-4.m4s") })
        let path = artifacts.appending(path: file)
        var bytes = try Data(contentsOf: path)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: path)
        await #expect(throws: UploadError.self) {
            _ = try await transcoder.build(request, attempt: "1")
        }
        let digests = try await packaged(request, in: output)
        #expect(FileTree.differences(digests, expected) == [])
    }
}
