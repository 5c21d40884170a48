import Foundation
import Logging
import MediaUnits
import Presets
import Sandbox
import Storage
import TestSupport
import Testing
internal import VideoCodecs

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox
@testable import Transcoding

/// The bytes of a segment depend neither on the set of renditions that a job encodes nor on its order, and its key only on what
/// the bytes depend on.
@Suite struct RenditionSetTests {
    private let folder: TemporaryFolder
    private let session: TranscodingSession
    private let video: VideoPlan

    /// Two rungs of each codec; the lower ones have half of the frames.
    private static let preset = Preset(
        name: "sets", description: "Two codecs.",
        packaging: Packaging(segment: Rational(2)),
        ladder: [
            Rung(name: "180p", size: 180, maxrate: .kilobits(400)),
            Rung(name: "90p", size: 90, maxrate: .kilobits(200), maxFrameRate: Rational(10)),
            Rung(name: "180p-hevc", codec: .hevc, size: 180, maxrate: .kilobits(300)),
            Rung(
                name: "90p-hevc", codec: .hevc, size: 90, maxrate: .kilobits(150),
                maxFrameRate: Rational(10)),
        ])

    init() async throws {
        folder = try TemporaryFolder("sets")
        let file = folder.file("clip.mp4")
        // Repeated frames, so that tiles fall on frames of the grid that the lower rungs do not have.
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=20:d=6,fps=20", "-c:v", "libx264"]
                + ["-preset", "ultrafast", "-g", "20", FFprobe.path(file)])
        session = try TranscodingSession(
            Location(file.filePath), preset: Self.preset, sandboxMode: .none,
            logger: Logger(label: "test"))
        video = try #require(try await session.plan(session.probe(sidecars: [])).video)
    }

    private struct Encoded {
        let result: ChunkResult
        let files: [String: Data]
    }

    private func renditions(_ indices: [Int], of chunk: ChunkPlan) -> [ChunkRendition] {
        indices.map { index in
            let first = video.rungs[index].firstFragments(of: video.units)
            return ChunkRendition(index, of: chunk, in: video, firstFragments: first)
        }
    }

    private func encode(_ renditions: [Int], of chunk: ChunkPlan, images: Bool = true) throws
        -> Encoded
    {
        let draft = try folder.folder(UUID().uuidString)
        let work = ChunkWork(
            video, chunk,
            renditions: self.renditions(renditions, of: chunk), makesThumbnails: images,
            formats: session.upload.formats)
        let result = try session.media.run(
            work, MediaGrant(draft: OpenFolder(draft.filePath)), on: session.upload,
            limits: SandboxLimits(peakMemory: 1 << 30, cost: 60, uploadSize: 1 << 20),
            isStopped: { false })
        let names = try FileManager.default.contentsOfDirectory(atPath: draft.path)
        let files = try names.map { ($0, try Data(contentsOf: draft.appending(path: $0))) }
        return Encoded(result: result, files: Dictionary(uniqueKeysWithValues: files))
    }

    /// All subsets of the renditions, each in one order.
    private var subsets: [[Int]] {
        (0..<1 << video.rungs.count).map { bits in
            let set = video.rungs.indices.filter { bits & 1 << $0 != 0 }
            return bits.isMultiple(of: 2) ? set : set.reversed()
        }
    }

    @Test func everySetGivesTheSameBytes() throws {
        try #require(video.rungs.map(\.name) == Self.preset.ladder.map(\.name))
        try #require(Set(video.rungs.map(\.divisor)) == [1, 2])
        let chunk = try #require(video.chunks.dropFirst().first)
        let all = try encode(Array(video.rungs.indices), of: chunk)
        #expect(all.files.count == video.rungs.count + 2, "\(all.files.keys)")
        #expect(subsets.count == 16)
        #expect(all.result.rungs.allSatisfy { $0.segments.allSatisfy { $0.quality != nil } })
        for subset in subsets {
            let encoded = try encode(subset, of: chunk)
            #expect(encoded.result.rungs == subset.map { all.result.rungs[$0] }, "\(subset)")
            #expect(
                encoded.result.decoding.tiles == all.result.decoding.tiles
                    && encoded.result.decoding.poster == all.result.decoding.poster, "\(subset)")
            let names = Set(subset.map { "\(video.rungs[$0].name)-\(chunk.units[0].index).m4s" })
                .union(["tiles.yuv", "poster.jpg"])
            #expect(Set(encoded.files.keys) == names)
            for (name, bytes) in encoded.files {
                #expect(bytes == all.files[name], "\(name) of \(subset)")
            }
        }
    }

    /// The first segment has the init segments; without thumbnails there are no images.
    @Test func initSegmentsDoNotDependOnTheSet() throws {
        let all = try encode(Array(video.rungs.indices), of: video.chunks[0], images: false)
        for (index, rung) in video.rungs.enumerated() {
            let one = try encode([index], of: video.chunks[0], images: false)
            #expect(Set(one.files.keys) == ["\(rung.name)-0.m4s", "\(rung.name)-init.mp4"])
            for (name, bytes) in one.files { #expect(bytes == all.files[name], "\(name)") }
        }
        #expect(all.result.decoding.tiles.isEmpty && all.result.decoding.poster == nil)
    }

    /// Neither the segments of another codec nor the decoded frames depend on an encoder's version.
    @Test func segmentKeysDependOnTheVersionOfTheirEncoder() async throws {
        let probed = try await session.probe(sidecars: [])
        let workspace = try StorageRegistry.local.runWorkspace(
            at: Location(folder.url.filePath), key: "key")
        var environment = session.environment(
            try await session.plan(probed), of: probed, in: workspace)
        let chunk = video.chunks[0]
        let renditions = renditions(Array(video.rungs.indices), of: chunk)
        let before = try PlannedChunk(environment, video, chunk, renditions)
        let hevc = VideoCodec.hevc
        environment.versions = { codecs in
            let current = EngineVersions.current(encoding: codecs)
            return EngineVersions(
                vtranscode: current.vtranscode, libav: current.libav,
                encoders: Dictionary(
                    uniqueKeysWithValues: current.encoders.map { name, version in
                        (name, name == hevc.model.encoder ? "another" : version)
                    }))
        }
        let after = try PlannedChunk(environment, video, chunk, renditions)
        for (index, rung) in video.rungs.enumerated() {
            #expect(before.segments[index].count == chunk.units.count && !chunk.units.isEmpty)
            for (old, new) in zip(before.segments[index], after.segments[index]) {
                #expect((old.key == new.key) == (rung.codec != hevc), "\(rung.name)")
            }
        }
        #expect(before.decoding.key == after.decoding.key)
    }
}
