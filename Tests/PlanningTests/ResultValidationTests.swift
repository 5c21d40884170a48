import Foundation
import MediaTestSupport
import MediaUnits
import Presets
internal import Planning
import Testing

@testable import MediaModel

/// Validation of results of sandbox processes and artifacts against the plan.
@Suite struct ResultValidationTests {
    private let plan: EncodingPlan
    private let video: VideoPlan
    private let chunk: ChunkPlan
    private let valid: ChunkResult

    init() throws {
        plan = try SamplePlan.plan(
            SamplePlan.info(audioTracks: [SamplePlan.audio(1, "en", isDefault: true, channels: 2)]))
        video = try #require(plan.video)
        chunk = video.chunks[0]
        let hash = String(repeating: "ab", count: 32)
        let sample = SampleResults.chunks(video)[0]
        valid = ChunkResult(
            rungs: sample.rungs.map { $0.with(hash: hash) }, corruption: [], corruptPackets: 0,
            tiles: video.thumbnails?.tileFrames.filter(chunk.frames.contains) ?? [],
            poster: PosterCandidate(frame: chunk.frames.lowerBound, score: 1))
    }

    private func validated(_ result: ChunkResult) throws -> ChunkResult {
        try result.validated(
            video, chunk, renditions: Array(video.rungs.indices), thumbnails: video.thumbnails)
    }

    private func changed(
        rungs: [RenditionResult]? = nil, corruption: [CorruptRange] = [], packets: Int = 0,
        tiles: [Int] = [], poster: PosterCandidate? = nil, sizes: [Resolution] = []
    ) -> ChunkResult {
        ChunkResult(
            rungs: rungs ?? valid.rungs, corruption: corruption, corruptPackets: packets,
            tiles: tiles,
            poster: poster, hasClosedCaptions: true, frameSizes: sizes)
    }

    @Test func sizesOfFramesAreChecked() throws {
        let (small, large) = (
            Resolution(width: 2, height: 2), Resolution(width: 1920, height: 1080)
        )
        let valid = try validated(changed(sizes: [small, large])).decoding
        #expect(valid.frameSizes == [small, large] && valid.hasClosedCaptions)
        for sizes in [[small, small, large], [Resolution(width: 0, height: 2)]] {
            #expect(throws: ArtifactError.self) { try validated(changed(sizes: sizes)) }
        }
    }

    @Test func resultIsValid() throws {
        let validated = try self.validated(valid)
        #expect(validated.rungs == valid.rungs)
        let files = validated.files(video.thumbnails)
        #expect(files["720p-0.m4s"] == valid.rungs[0].segments[0].byteCount)
        #expect(files.keys.contains("720p-init.mp4") && files.keys.contains("tiles.yuv"))
    }

    @Test func otherRenditionsOrSegmentsAreRefused() throws {
        let rungs = valid.rungs
        var other = rungs
        other[0] = other[0].with(name: "../../secret")
        var wrong: [[RenditionResult]] = [[], Array(rungs.dropLast()), rungs + [rungs[0]]]
        wrong += [Array(rungs.reversed()), other]
        let first = rungs[0].segments[0]
        for segment in [
            first.with(index: 9999), first.with(index: -1), first.with(bytes: -1),
            first.with(bytes: 0), first.with(bytes: .max), first.with(duration: 0),
            first.with(duration: .min), first.with(duration: first.duration + 1),
            first.with(codec: "hvc1.1.6.L93.B0"), first.with(codec: "avc1.\"\n#EXT-X"),
            first.with(codec: "avc1." + String(repeating: "0", count: 100)),
            first.with(hash: "../../secret"), first.with(hash: String(repeating: "G", count: 64)),
        ] {
            var changed = rungs
            changed[0] = changed[0].with(first: segment)
            wrong.append(changed)
        }
        for rungs in wrong {
            #expect(throws: ArtifactError.self) {
                try validated(changed(rungs: rungs))
            }
        }
        // A job is asked for some renditions, in an order.
        for renditions in [[], [0], [1, 0], [0, 1, 1]] {
            #expect(throws: ArtifactError.self) {
                try valid.validated(
                    video, chunk, renditions: renditions, thumbnails: video.thumbnails)
            }
        }
        let second = try changed(rungs: [rungs[1]]).validated(
            video, chunk, renditions: [1], thumbnails: nil)
        #expect(second.rungs == [rungs[1]])
        #expect(!second.files(nil).keys.contains { $0.hasPrefix("720p") || $0 == "tiles.yuv" })
    }

    /// The first segment of the sample plan has three GOPs of 60 frames.
    @Test(arguments: [
        (frames: 59, sampled: 9, distortion: 0.01), (180, 9, 0.01), (60, 0, 0.01), (60, 61, 0.01),
        (60, .min, 0.01), (60, 9, -0.01), (60, 9, 101), (60, 9, .nan), (60, 9, .infinity),
    ])
    func impossibleQualityIsRefused(frames: Int, sampled: Int, distortion: Double) throws {
        func rungs(_ quality: [GOPQuality]) -> [RenditionResult] {
            let first = valid.rungs[0].segments[0].with(quality: quality)
            return [valid.rungs[0].with(first: first)] + valid.rungs.dropFirst()
        }
        let right = GOPQuality(
            frames: 60, sampled: 2, byReports: 0.01, byFirstSample: 0.01, byAllSamples: 0.02)
        let none = GOPQuality(frames: 60, sampled: 0, byReports: 0.01)
        _ = try validated(changed(rungs: rungs([right, none, right])))
        // Each estimate, in each GOP.
        func gop(_ first: Double, reports: Double = 0.01, all: Double = 0.01) -> GOPQuality {
            GOPQuality(
                frames: frames, sampled: sampled, byReports: reports, byFirstSample: first,
                byAllSamples: all)
        }
        let wrong = [
            gop(distortion), gop(0.01, reports: distortion), gop(0.01, all: distortion),
        ]
        let others = [[], [right, right], [right, right, right, right]]
        for gops in wrong.flatMap({ [[$0, right, right], [right, right, $0]] }) + others {
            #expect(throws: ArtifactError.self) { try validated(changed(rungs: rungs(gops))) }
            let segment = rungs(gops)[0].segments[0]
            #expect(throws: ArtifactError.self) {
                try segment.validate(video.rungs[0], chunk.units[0])
            }
        }
    }

    /// A GOP has the estimates by its compared frames, and no others.
    @Test(arguments: [
        GOPQuality(frames: 60, sampled: 0, byReports: 0.01, byFirstSample: 0.01),
        GOPQuality(frames: 60, sampled: 1, byReports: 0.01),
        GOPQuality(frames: 60, sampled: 1, byFirstSample: 0.01, byAllSamples: 0.01),
        GOPQuality(frames: 60, sampled: 2, byFirstSample: 0.01),
        GOPQuality(frames: 60, sampled: 0),
    ])
    func qualityIsOfTheComparedFrames(gop: GOPQuality) {
        let rungs = [
            valid.rungs[0].with(
                first: valid.rungs[0].segments[0].with(quality: [gop, gop, gop]))
        ]
        #expect(throws: ArtifactError.self) {
            try validated(changed(rungs: rungs + valid.rungs.dropFirst()))
        }
    }

    @Test(arguments: [
        (offset: -1, size: 10, time: 0), (0, -1, 0), (0, 0, 0), (0, .max, 0), (.max, 10, 0),
        (.max, .max, 0), (0, 10, -1), (0, 10, .max), (99_999_999, 10, 0),
    ])
    func fragmentsAreInsideTheirSegment(offset: Int, size: Int, time: Int) throws {
        let fragment = Fragment(offset: offset, size: size, time: time, isKey: true)
        var rungs = valid.rungs
        rungs[0] = rungs[0].with(first: rungs[0].segments[0].with(fragments: [fragment]))
        #expect(throws: ArtifactError.self) {
            try validated(changed(rungs: rungs))
        }
    }

    @Test func corruptRangesAreInsideTheChunkAndRounded() throws {
        let odd = Rational(1, 3)
        let rounded = try validated(
            changed(corruption: [CorruptRange(start: .zero, end: odd, isMissing: true)]))
        #expect(rounded.decoding.corruption[0].end == Rational(333_333_333, 1_000_000_000))
        let huge = Rational(.max, 3)
        for (start, end) in [(Rational(-1), odd), (odd, .zero), (.zero, huge), (huge, huge)] {
            let corruption = [CorruptRange(start: start, end: end, isMissing: true)]
            #expect(throws: ArtifactError.self) {
                try validated(changed(corruption: corruption))
            }
        }
    }

    @Test func corruptRangesAreLimitedByFrames() throws {
        func ranges(_ count: Int) -> [CorruptRange] {
            (0..<count).map {
                let time = Rational($0, 1_000_000)
                return CorruptRange(start: time, end: time, isMissing: false)
            }
        }
        _ = try validated(changed(corruption: ranges(chunk.frames.count)))
        #expect(throws: ArtifactError.self) {
            try validated(changed(corruption: ranges(1_000_000)))
        }
    }

    @Test func tilesAndPosterAreThoseOfThePlan() throws {
        let frames = valid.decoding.tiles
        try #require(frames.count > 1)
        for tiles in [[-1], [.max], [frames[1], frames[0]], [frames[0], frames[0]], frames + [7]] {
            #expect(throws: ArtifactError.self) {
                try validated(changed(tiles: tiles))
            }
        }
        for (frame, score) in [(-1, 1.0), (.max, 1), (0, .infinity), (0, .nan)] {
            let poster = PosterCandidate(frame: frame, score: score)
            #expect(throws: ArtifactError.self) {
                try validated(changed(poster: poster))
            }
        }
        #expect(throws: ArtifactError.self) {
            try validated(changed(packets: -1))
        }
    }

    /// Images that a job was not asked for are refused, and so are those of an artifact without thumbnails.
    @Test func unplannedImagesAreRefused() throws {
        #expect(throws: ArtifactError.self) {
            try valid.decoding.validated(video.grid, chunk, thumbnails: nil)
        }
        let plain = changed().decoding
        _ = try plain.validated(video.grid, chunk, thumbnails: nil)
        #expect(plain.files(nil).isEmpty)
    }

    @Test func segmentOfAnotherRungOrIndexIsRefused() throws {
        let (rungs, segment) = (video.rungs, chunk.units[0])
        let result = valid.rungs[0].segments[0]
        try result.validate(rungs[0], segment)
        let other = SegmentPlan(
            index: segment.index + 1, firstFrame: segment.frames.upperBound,
            frameCount: segment.frameCount)
        #expect(throws: ArtifactError.self) { try result.validate(rungs[0], other) }
        #expect(throws: ArtifactError.self) { try result.validate(rungs[0], segment, in: .ts) }
        #expect(result.files(of: "720p").count == 2, "the first segment has the init segment")
        #expect(Array(result.with(index: 1).files(of: "720p").keys) == ["720p-1.m4s"])
    }

    @Test func audioIsNoLongerThanPlanned() throws {
        let audio = plan.audio[0]
        let result = SampleResults.audio(audio).with(hash: String(repeating: "0", count: 64))
            .with(codec: "mp4a.40.2")
        try result.validate(audio)
        let first = result.segments[0]
        for segment in [
            first.with(duration: audio.sampleCount * 2), first.with(duration: .max),
            first.with(duration: -1), first.with(index: 1),
        ] {
            #expect(throws: ArtifactError.self) {
                try result.with(first: segment).validate(audio)
            }
        }
    }
}

extension RenditionResult {
    fileprivate func with(
        name: String? = nil, hash: String? = nil, codec: String? = nil, first: SegmentResult? = nil
    ) -> RenditionResult {
        var segments = segments
        if let first { segments[0] = first }
        if let hash { segments = segments.map { $0.with(hash: hash, initialization: hash) } }
        let coded = codec ?? self.codec
        return RenditionResult(
            name: name ?? self.name, codec: coded, initialization: hash ?? initialization,
            segments: segments.map { $0.codec.isEmpty ? $0.with(codec: coded) : $0 })
    }
}

extension SegmentResult {
    fileprivate func with(
        index: Int? = nil, bytes: Int? = nil, duration: Int? = nil, hash: String? = nil,
        initialization: String? = nil, codec: String? = nil, fragments: [Fragment]? = nil,
        quality: [GOPQuality]? = nil
    ) -> SegmentResult {
        SegmentResult(
            index: index ?? self.index, byteCount: bytes ?? byteCount,
            duration: duration ?? self.duration, sha256: hash ?? sha256,
            initialization: initialization ?? self.initialization, codec: codec ?? self.codec,
            fragments: fragments ?? self.fragments, quality: quality ?? self.quality)
    }
}
