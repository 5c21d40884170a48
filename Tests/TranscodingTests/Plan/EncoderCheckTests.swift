import Errors
import LibAV
import Logging
import MediaUnits
import Presets
import Testing
internal import VideoCodecs

@testable import MediaModel
@testable import Planning
@testable import Transcoding

@Suite struct EncoderCheckTests {
    private func problems(_ options: [String: String]) throws -> [String] {
        let preset = Preset(
            name: "a", description: "b", video: Video(encoder: .init(options: options)),
            ladder: [Rung(name: "a", size: 360, maxrate: .kilobits(900))])
        return EncoderCheck.problems(for: preset, logger: Logger(label: "test")).map {
            "\($0.rule.rawValue) \($0.path)"
        }
    }

    @Test func acceptedOptionsAreNotReported() throws {
        #expect(try problems(["ref": "3", "aq-mode": "3", "deblock": "1,1", "mbtree": "0"]) == [])
    }

    @Test func everyRejectedOptionIsReported() throws {
        #expect(
            try problems(["me": "umph", "reef": "3", "ref": "many", "subme": "7"]) == [
                "encoder.option video.encoder.options.me",
                "encoder.option video.encoder.options.reef",
                "encoder.option video.encoder.options.ref",
            ])
    }

    @Test(arguments: OperatingPoint.allCases)
    func pointsAreSupported(point: OperatingPoint) throws {
        for codec in VideoCodec.all {
            let preset = Preset(
                name: "a", description: "b", video: Video(encoder: .init(point: point)),
                ladder: [Rung(name: "a", codec: codec, size: 360, maxrate: .kilobits(900))])
            #expect(EncoderCheck.problems(for: preset, logger: Logger(label: "test")) == [])
            try ParameterCheck.check(Self.rungs(of: preset), of: preset.video, upload: "a.mp4")
        }
    }

    /// An x264 without an option of a point or preset would ignore it; libav only logs that.
    @Test(arguments: [OperatingPoint.balanced, nil])
    func unknownOptionIsFoundBeforeTheFirstFrame(point: OperatingPoint?) throws {
        // Without a log, the error has no reason.
        LibAVProcess.prepare(logger: Logger(label: "test"))
        let options = ["dead-zone": "11", "ref": "2"]
        let preset = Preset(
            name: "a", description: "b",
            video: Video(
                encoder: point.map { .init(point: $0, options: options) } ?? .init(options: options)
            ),
            ladder: [Rung(name: "a", size: 360, maxrate: .kilobits(900))])
        let rungs = Self.rungs(of: preset)
        let error = #expect(throws: UploadError.self) {
            try ParameterCheck.check(rungs, of: preset.video, upload: "a.mp4")
        }
        #expect(error?.code == .badPreset)
        #expect(error?.retryability == .never)
        let message = try #require(error?.message)
        #expect(message.hasPrefix("video.encoder.options.dead-zone: "), "\(message)")

        // The same parameter, as if it was one of the point.
        guard let point else { return }
        let ofPoint = #expect(throws: UploadError.self) {
            try ParameterCheck.check(
                rungs, of: Video(encoder: .init(point: point)), upload: "a.mp4")
        }
        #expect(ofPoint?.code == .noEncoder)
        let description = try #require(ofPoint?.message)
        #expect(description.contains("dead-zone") && description.contains("balanced"))
    }

    /// x264 limits `ipratio` to 0.01 at least, but not the zone that the plan derives from it.
    @Test func optionsThatAreRejectedTogetherAreFound() throws {
        LibAVProcess.prepare(logger: Logger(label: "test"))
        let preset = Preset(
            name: "a", description: "b",
            video: Video(encoder: .init(point: .balanced, options: ["ipratio": "0"])),
            ladder: [Rung(name: "a", size: 360, maxrate: .kilobits(900))])
        let error = #expect(throws: UploadError.self) {
            try ParameterCheck.check(
                Self.rungs(of: preset), of: preset.video, upload: "a.mp4")
        }
        #expect(error?.code == .noEncoder)
        #expect(error?.advice.hasPrefix("check the options of the preset together") == true)
    }

    private static func rungs(of preset: Preset) -> [RungPlan] {
        let planner = LadderPlanner(
            source: Resolution(width: 640, height: 360), gridRate: Rational(30), preset: preset)
        return planner.plan(gop: 60, divisors: planner.divisors()).rungs
    }

    @Test func missingEncoderIsReportedOnce() {
        func missing(_ encoder: String, _ path: String) -> ValueProblem {
            ValueProblem(.encoderMissing, path, "this build has no \(encoder)", advice: "")
        }
        let refused = ValueProblem(.encoderRefuses, "audio", "aac says no", advice: "")
        let first = missing("libx265", "ladder[1].codec")
        let problems = [
            first, missing("libx265", "ladder[2].codec"), missing("libx264", "ladder[3].codec"),
            refused, refused,
        ]
        #expect(
            EncoderCheck.once(problems) == [
                first, missing("libx264", "ladder[3].codec"), refused, refused,
            ])
    }

    @Test func missingEncoderIsNotAnErrorOfThePreset() {
        func rule(_ encoder: String, _ rate: Int) -> Rule? {
            EncoderCheck.problem(encoder, codec: "audio.codec", path: "audio") {
                subject throws(LibAVError) in
                _ = try Encoder(
                    encoder, .audio(sampleRate: rate, channels: 2), options: [:], subject: subject)
            }?.rule
        }
        #expect(rule("no-such-encoder", 48000) == .encoderMissing)
        #expect(rule("aac", 12345) == .encoderRefuses)
        #expect(rule("aac", 48000) == nil)
    }
}
