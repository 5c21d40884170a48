import Foundation
import HLS
import MediaTestSupport
import MediaUnits
import Testing
internal import VideoCodecs

@testable import MediaModel
@testable import Packaging
@testable import Planning
@testable import Presets

/// A third codec, from a preset to playlists: it needs a model and a registration only.
@Suite struct ThirdCodecTests {
    private static func preset(
        video: String = "{ gop: 2s }", rung: String = "crf: 60, maxrate: 3M",
        packaging: String = "{ container: fmp4 }"
    ) -> String {
        """
        name: third
        description: Rungs of H.264, and of a codec that only tests use.
        packaging: \(packaging)
        video: \(video)
        ladder:
          - { name: 360p, size: 360, crf: 23, maxrate: 900k }
          - { name: 720p-mu, codec: madeup, size: 720, \(rung) }
          - { name: 480p-mu, codec: madeup, size: 480, maxrate: 1500k }
        """
    }

    private func read(_ text: String) throws -> Preset {
        try MadeUpCodec.registered { try Preset.parse(text, named: "p.yaml") }
    }

    private func problems(in text: String) -> [String] {
        MadeUpCodec.registered { Preset.read(Array(text.utf8), file: "p.yaml").errors }
            .map(\.description)
    }

    // MARK: Presets

    @Test func presetIsRead() throws {
        let rungs = try read(Self.preset()).ladder
        #expect(rungs.map(\.codec.rawValue) == ["h264", "madeup", "madeup"])
        #expect(rungs.map(\.profile.rawValue) == ["high", "only", "only"])
        #expect(rungs.map(\.crf) == [23, 60, 35])
        #expect(
            try read(Self.preset(video: "{ encoder: { tune: slides } }")).video.encoder.tune
                == "slides")
    }

    @Test func presetsWithAnUnregisteredCodecAreRejected() {
        #expect(throws: PresetError.self) { try Preset.parse(Self.preset(), named: "p.yaml") }
        let found = Preset.read(
            Array("name: a\ndescription: b\nvideo: { encoder: { tune: slides } }\n".utf8),
            file: "p.yaml"
        ).errors.map(\.description)
        #expect(found.contains { $0.contains("value.choice: video.encoder.tune: `slides`") })
    }

    @Test(arguments: [
        (
            preset(rung: "crf: 64, maxrate: 3M"),
            "value.range: ladder[2].crf: `64` is out of range; write 1 to 63"
        ),
        (
            preset(rung: "maxrate: 3M, profile: high"),
            "ladder[2].profile: `high` is a profile of H.264, and the rung is Made-up; write profile: only for the rung, or codec: h264"
        ),
        (
            preset(rung: "maxrate: 3M, level: 4.0"),
            "value.choice: ladder[2].level: `4.0` is not supported; write 1 or 2"
        ),
        (
            preset(rung: "maxrate: 3M, level: 1"),
            "level.size: ladder[2]: level 1 does not allow 1280x720 at 30 frames/s; write level: 2, or remove it"
        ),
        (
            preset(packaging: "{ container: ts }"),
            "container.codec: players support Made-up in fragmented MP4 only, not in container ts; write codec: h264, or container: fmp4"
        ),
        (
            preset(video: "{ encoder: { options: { key_frames: 3, KEYFRAMES: 3 } } }"),
            "option.reserved: video.encoder.options.KEYFRAMES is an option that the plan sets"
        ),
        (
            preset(video: "{ encoder: { options: { stored-frames: 3 } } }"),
            "level.references: video.encoder.options.stored-frames: level 2 of 720p-mu allows 2 reference frames of 1280x720, not 3"
        ),
        (
            preset(video: "{ encoder: { options: { bits: 10 } } }"),
            "profile.depth: video.encoder.options.bits: `10` bits"
        ),
    ])
    func problemsFollowFromTheModel(text: String, problem: String) {
        let found = problems(in: text)
        #expect(found.count == 1 && found[0].contains(problem), "\(found)")
    }

    @Test func toolsThatTheProfileLacksAreWarnings() {
        let text = Self.preset(video: "{ encoder: { options: { wavelets: 1 } } }")
        let found = MadeUpCodec.registered {
            Preset.read(Array(text.utf8), file: "p.yaml").problems.map(\.description)
        }
        #expect(found.count { $0.contains("profile only of 720p-mu does not support it") } == 1)
    }

    /// The schema and the documentation name the values of every codec.
    @Test func textsNameTheCodec() {
        let (schema, before) = (MadeUpCodec.registered { Preset.schema }, Preset.schema)
        for text in [
            #""maximum" : 63"#, "players without HEVC or Made-up need rungs of H.264, too",
            "default: 23 (Made-up: 35)", "of HEVC `main`, of Made-up `only`",
            "or of Made-up, table 7, that wider video", "up to 4.2 (HEVC: 4.1, Made-up: 2)",
            "further x264, madeup parameters by name, for rungs of H.264 or Made-up",
            #""slides""#, #""keyframes""#,
        ] {
            #expect(schema.contains(text) && !before.contains(text), "\(text)")
        }
        let rule = MadeUpCodec.registered { Rule.containerCodec.explanation }
        #expect(rule.meaning == "HEVC or Made-up in `ts`")
        #expect(Rule.containerCodec.explanation.meaning == "HEVC in `ts`")
    }

    // MARK: Plans

    /// An upload of 600 lines, between the rungs of the third codec.
    private func planned(
        video: String = "{ encoder: { preset: slow, tune: slides, options: { detail: 2 } } }"
    ) throws -> (plan: EncodingPlan, probed: ProbedUpload, preset: Preset) {
        let preset = try read(Self.preset(video: video))
        let probed = SamplePlan.probed(
            try SamplePlan.info(
                size: Resolution(width: 1066, height: 600), audioTracks: [SamplePlan.audio(1, "en")]
            ))
        return (
            try MadeUpCodec.registered { try Planner(probed, preset: preset).plan() }, probed,
            preset
        )
    }

    @Test func planHasInterpolatedRungsAndTheModelsSettings() throws {
        let video = try #require(try planned().plan.video)
        #expect(video.rungs.map(\.name) == ["360p", "600p-mu", "480p-mu"])
        #expect(
            video.rungs[1].options == [
                "quality": "60.0", "keyframes": "60", "level": "2", "speed": "6",
                "content": "slides", "detail": "2",
            ])
        #expect(video.rungs[0].options["tune"] == nil && video.rungs[0].options["preset"] == "slow")
        #expect(MemoryEstimate.chunk(video, video.chunks[0]) > video.rungs[1].size.pixelCount * 20)
        // The model states one second for each million pixels.
        let frames = Double(video.grid.frameCount)
        let pixels = video.rungs[1...].reduce(0) { $0 + $1.size.pixelCount }
        let cost = CostEstimate.seconds(video, frames: video.grid.frameCount)
        #expect(cost > frames * Double(pixels) / 1_000_000 && cost < frames * 2)
    }

    @Test func planIsValidForItsPresetOnly() throws {
        let (plan, probed, preset) = try planned()
        let coded = try JSONEncoder().encode(plan)
        func validate(_ data: Data) throws {
            try MadeUpCodec.registered {
                try JSONDecoder().decode(EncodingPlan.self, from: data).validate(probed, preset)
            }
        }
        try validate(coded)
        // Without the codec, another process cannot decode the plan.
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(EncodingPlan.self, from: coded)
        }
        let text = String(decoding: coded, as: UTF8.self)
        for name in ["600p", "600p-hevc", "601p-mu"] {
            let renamed = text.replacing("\"600p-mu\"", with: "\"\(name)\"")
            #expect(renamed != text)
            #expect(throws: ArtifactError.self, "\(name)") { try validate(Data(renamed.utf8)) }
        }
    }

    @Test func wideVideoFitsTheHighestLevel() throws {
        let preset = try read(Self.preset())
        let planner = LadderPlanner(
            source: Resolution(width: 3840, height: 1080), gridRate: Rational(30), preset: preset)
        let rungs = MadeUpCodec.registered {
            planner.plan(gop: 60, divisors: planner.divisors()).rungs
        }
        let size = try #require(rungs.last { $0.codec.rawValue == "madeup" }).size
        #expect(size.width <= 1280 && size.width > 1240)
    }

    // MARK: Packages

    /// Returns a result of each chunk, with codec strings of the rungs' codecs.
    private func results(_ video: VideoPlan) -> [ChunkResult] {
        let hash = String(repeating: "ab", count: 32)
        return SampleResults.chunks(video).map { chunk in
            chunk.replacing(
                zip(chunk.rungs, video.rungs).map { result, rung in
                    let codec = rung.codec == .h264 ? "avc1.64001f" : "mdup.only.2"
                    return result.with(codec: codec, hash: hash)
                })
        }
    }

    @Test func resultsAreValidatedByTheSampleEntry() throws {
        let video = try #require(try planned().plan.video)
        let chunk = try #require(results(video).first)
        try chunk.rungs[1].validate(video.rungs[1], of: video.chunks[0])
        #expect(throws: ArtifactError.self) {
            try chunk.rungs[1].with(codec: "avc1.64001f", hash: String(repeating: "ab", count: 32))
                .validate(video.rungs[1], of: video.chunks[0])
        }
    }

    @Test func playlistsHaveTheCodec() throws {
        let plan = try planned().plan
        let presentation = try Presentation(
            plan, video: results(#require(plan.video)), audio: plan.audio.map(SampleResults.audio))
        #expect(
            presentation.video.map(\.media.path) == [
                "video/360p", "video/600p-mu", "video/480p-mu",
            ])
        let playlists = HLSPlaylists(presentation)
        let variants = playlists.multivariant.variants
        // The first variant is one that every player plays, whatever the rates are.
        #expect(variants.map(\.uri).first == "video/360p/playlist.m3u8")
        #expect(
            variants.map(\.codecs) == [
                ["avc1.64001f", "mp4a.40.2"], ["mdup.only.2", "mp4a.40.2"],
                ["mdup.only.2", "mp4a.40.2"],
            ])
        let text = playlists.multivariant.text
        #expect(text.contains("CODECS=\"mdup.only.2,mp4a.40.2\",RESOLUTION=1066x600"))
        let renditions = Manifest.tracks(of: presentation).renditions
        #expect(
            renditions.map(\.codec) == ["avc1.64001f", "mdup.only.2", "mdup.only.2", "mp4a.40.2"])
        // The preset has no operating point.
        #expect(renditions.allSatisfy { $0.point == nil })
        #expect(MadeUpCodec.registered { VideoCodec.of(codecString: "mdup.only.2") != nil })
        #expect(VideoCodec.of(codecString: "mdup.only.2") == nil)
    }
}

extension RenditionResult {
    /// Returns the result with a codec string, and with a hash that validation accepts.
    fileprivate func with(codec: String, hash: String) -> RenditionResult {
        RenditionResult(
            name: name, codec: codec, initialization: hash,
            segments: segments.map {
                SegmentResult(
                    index: $0.index, byteCount: $0.byteCount, duration: $0.duration, sha256: hash,
                    initialization: hash, codec: codec, fragments: $0.fragments)
            })
    }
}
