import MediaModel
import MediaUnits
import Presets
import Testing

@testable import Planning
@testable import VideoCodecs

/// A codec that only tests use: 20 bytes of memory per pixel, levels by width, options of its own.
private struct MadeUpCodec: VideoCodecModel {
    let name = "madeup"
    let title = "Made-up"
    let encoder = "libmadeup"
    let streamCodec = "madeup"
    let renditionSuffix = "-mu"
    let isUniversal = false
    let isInTransportStreams = false
    let profiles = [Profile(rawValue: "only")]
    let defaultProfile = Profile(rawValue: "only")
    let levels = ["1", "2"]
    let highestRaisedLevel = "2"
    let takesOptions = false
    let adjustsRate = false
    let encodingCost = 1.0
    let versionOptions: [String: String] = [:]
    let sampleEntry = "mdup"
    let readableSampleEntries = ["mdup"]

    func level(_ level: String, supports size: Resolution, frameRate: Rational) -> Bool {
        size.width <= (level == "1" ? 640 : 1280)
    }
    func limits(of level: String, _ profile: Profile) -> LevelLimits? {
        LevelLimits(bitrate: .kilobits(1_000_000), buffer: 1_000_000_000)
    }
    func maxReferences(of size: Resolution, at level: String) -> Int? { nil }
    func toolsMissing(in profile: Profile) -> [String] { [] }
    func options(_ settings: EncoderSettings) -> [String: String] {
        ["quality": "\(settings.crf)", "keyframes": "\(settings.gop)", "level": settings.level]
    }
    func optionsForAVX512(_ options: [String: String]) -> [String: String] { options }
    func encoderMemory(_ size: Resolution, frames: Int) -> Int { size.pixelCount * 20 }
    func encoderVersion(in stream: [UInt8]) -> String? { nil }
    func codecString(configuration: [UInt8]) -> String? { nil }
    func profile(ofCodecString codecString: String) -> Profile? { nil }
    func level(ofCodecString codecString: String) -> String? { nil }
    func versionMessageLength(_ packet: [UInt8]) -> Int { 0 }
}

/// Presets and plans with a third codec, which needs a model and a registration only.
@Suite struct ThirdCodecTests {
    private static let preset = """
        name: third
        description: A rung of H.264, and one of a codec that only tests use.
        ladder:
          - { name: 360p, size: 360, crf: 23, maxrate: 900k }
          - { name: 540p-mu, codec: madeup, size: 540, crf: 30, maxrate: 1500k }
        """

    private func withCodec<Value>(_ body: () throws -> Value) rethrows -> Value {
        let codecs = [VideoCodec.h264, .hevc, VideoCodec(MadeUpCodec())]
        return try VideoCodec.$all.withValue(codecs, operation: body)
    }

    @Test func presetWithThirdCodecIsParsed() throws {
        let preset = try withCodec { try Preset.parse(Self.preset, named: "third") }
        #expect(preset.ladder[1].codec.rawValue == "madeup")
        #expect(preset.ladder[1].profile.rawValue == "only")
    }

    @Test func unregisteredCodecIsRefused() {
        #expect(throws: PresetError.self) { try Preset.parse(Self.preset, named: "third") }
    }

    @Test func planUsesTheCodecModel() throws {
        try withCodec {
            let preset = try Preset.parse(Self.preset, named: "third")
            let planner = LadderPlanner(
                source: Resolution(width: 1920, height: 1080), gridRate: Rational(30),
                preset: preset)
            let rungs = planner.plan(gop: 60, divisors: planner.divisors()).rungs
            #expect(rungs.map(\.name) == ["360p", "540p-mu"])
            #expect(rungs[1].size == Resolution(width: 960, height: 540))
            #expect(rungs[1].level == "2")
            #expect(rungs[1].options == ["quality": "30.0", "keyframes": "60", "level": "2"])
        }
    }

    /// The second level allows a width of 1280 pixels.
    @Test func wideVideoFitsTheHighestLevel() throws {
        try withCodec {
            let preset = try Preset.parse(Self.preset, named: "third")
            let planner = LadderPlanner(
                source: Resolution(width: 3840, height: 1080), gridRate: Rational(30),
                preset: preset)
            let rungs = planner.plan(gop: 60, divisors: planner.divisors()).rungs
            let size = try #require(rungs.last { $0.codec.rawValue == "madeup" }).size
            #expect(size.width <= 1280 && size.width > 1240)
        }
    }
}
