import Foundation
import MediaTestSupport
import MediaUnits
internal import Planning
import Testing

@testable import MediaModel

/// What sandbox processes and artifacts say of finished work is held to the plan.
@Suite struct ResultValidationTests {
    private let plan: Plan
    private let video: VideoPlan
    private let node: NodePlan
    private let honest: NodeResult

    init() throws {
        plan = try SamplePlan.plan(
            SamplePlan.facts(sounds: [SamplePlan.sound(1, "en", isDefault: true, channels: 2)]))
        video = try #require(plan.video)
        node = video.nodes[0]
        let hash = String(repeating: "ab", count: 32)
        let sample = SampleResults.nodes(video)[0]
        honest = NodeResult(
            rungs: sample.rungs.map { $0.with(hash: hash) }, damage: [], damagedPackets: 0,
            tiles: video.thumbnails?.tileFrames.filter(node.frames.contains) ?? [],
            poster: PosterCandidate(frame: node.frames.lowerBound, score: 1))
    }

    private func changed(
        rungs: [RenditionResult]? = nil, damage: [DamagedTime] = [], packets: Int = 0,
        tiles: [Int] = [], poster: PosterCandidate? = nil
    ) -> NodeResult {
        NodeResult(
            rungs: rungs ?? honest.rungs, damage: damage, damagedPackets: packets, tiles: tiles,
            poster: poster)
    }

    @Test func honestResultIsValid() throws {
        let valid = try honest.validated(video, node, encodes: true)
        #expect(valid.rungs == honest.rungs)
        let files = valid.files(video)
        #expect(files["720p-0.m4s"] == honest.rungs[0].segments[0].byteCount)
        #expect(files.keys.contains("720p-init.mp4") && files.keys.contains("tiles.yuv"))
    }

    @Test func otherRenditionsOrSegmentsAreRefused() throws {
        let rungs = honest.rungs
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
            #expect(throws: ImplausibleArtifact.self) {
                try changed(rungs: rungs).validated(video, node, encodes: true)
            }
        }
        // Thumbnails alone were asked for.
        #expect(throws: ImplausibleArtifact.self) {
            try honest.validated(video, node, encodes: false)
        }
    }

    @Test(arguments: [
        (offset: -1, size: 10, time: 0), (0, -1, 0), (0, 0, 0), (0, .max, 0), (.max, 10, 0),
        (.max, .max, 0), (0, 10, -1), (0, 10, .max), (99_999_999, 10, 0),
    ])
    func fragmentsLieInTheirSegment(offset: Int, size: Int, time: Int) throws {
        let fragment = Fragment(offset: offset, size: size, time: time, isKey: true)
        var rungs = honest.rungs
        rungs[0] = rungs[0].with(first: rungs[0].segments[0].with(fragments: [fragment]))
        #expect(throws: ImplausibleArtifact.self) {
            try changed(rungs: rungs).validated(video, node, encodes: true)
        }
    }

    @Test func corruptRangesLieInTheChunkAndAreRounded() throws {
        let odd = Rational(1, 3)
        let valid = try changed(
            damage: [DamagedTime(start: .zero, end: odd, isMissing: true)]
        ).validated(video, node, encodes: true)
        #expect(valid.damage[0].end == Rational(333_333_333, 1_000_000_000))
        let huge = Rational(.max, 3)
        for (start, end) in [(Rational(-1), odd), (odd, .zero), (.zero, huge), (huge, huge)] {
            let damage = [DamagedTime(start: start, end: end, isMissing: true)]
            #expect(throws: ImplausibleArtifact.self) {
                try changed(damage: damage).validated(video, node, encodes: true)
            }
        }
    }

    @Test func corruptRangesAreNoMoreThanFrames() throws {
        func ranges(_ count: Int) -> [DamagedTime] {
            (0..<count).map {
                let time = Rational($0, 1_000_000)
                return DamagedTime(start: time, end: time, isMissing: false)
            }
        }
        _ = try changed(damage: ranges(node.frames.count)).validated(video, node, encodes: true)
        #expect(throws: ImplausibleArtifact.self) {
            try changed(damage: ranges(1_000_000)).validated(video, node, encodes: true)
        }
    }

    @Test func tilesAndPosterAreThoseThatWereAskedFor() throws {
        let frames = honest.tiles
        try #require(frames.count > 1)
        for tiles in [[-1], [.max], [frames[1], frames[0]], [frames[0], frames[0]], frames + [7]] {
            #expect(throws: ImplausibleArtifact.self) {
                try changed(tiles: tiles).validated(video, node, encodes: true)
            }
        }
        for (frame, score) in [(-1, 1.0), (.max, 1), (0, .infinity), (0, .nan)] {
            let poster = PosterCandidate(frame: frame, score: score)
            #expect(throws: ImplausibleArtifact.self) {
                try changed(poster: poster).validated(video, node, encodes: true)
            }
        }
        #expect(throws: ImplausibleArtifact.self) {
            try changed(packets: -1).validated(video, node, encodes: true)
        }
    }

    @Test func audioIsNoLongerThanPlanned() throws {
        let audio = plan.audio[0]
        let honest = SampleResults.sound(audio).with(hash: String(repeating: "0", count: 64))
            .with(codec: "mp4a.40.2")
        try honest.validate(audio)
        let first = honest.segments[0]
        for segment in [
            first.with(duration: audio.sampleCount * 2), first.with(duration: .max),
            first.with(duration: -1), first.with(index: 1),
        ] {
            #expect(throws: ImplausibleArtifact.self) {
                try honest.with(first: segment).validate(audio)
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
        initialization: String? = nil, codec: String? = nil, fragments: [Fragment]? = nil
    ) -> SegmentResult {
        SegmentResult(
            index: index ?? self.index, byteCount: bytes ?? byteCount,
            duration: duration ?? self.duration, sha256: hash ?? sha256,
            initialization: initialization ?? self.initialization, codec: codec ?? self.codec,
            fragments: fragments ?? self.fragments)
    }
}
