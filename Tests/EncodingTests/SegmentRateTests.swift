import MediaTestSupport
import MediaUnits
import Presets
import Testing
import VideoCodecs

@testable import Encoding
@testable import MediaModel
@testable import Planning

/// Which control of its maximum rate a segment has.
@Suite struct SegmentRateTests {
    private func rung(_ encoder: Video.Encoder, _ codec: VideoCodec = .h264) throws -> RungPlan {
        let preset = Preset(
            name: "rates", description: "One rung.", video: Video(codec: codec, encoder: encoder),
            ladder: [Rung(name: "360p", codec: codec, size: 360, maxrate: .kilobits(900))])
        let upload = SamplePlan.probed(try SamplePlan.info(audioTracks: []))
        let video = try #require(try Planner(upload, preset: preset).plan().video)
        return video.rungs[0]
    }

    private let segment = SegmentPlan(index: 0, firstFrame: 0, frameCount: 180)

    /// The rate changes between GOPs, and the encoder has the options of the rung, as before there were points.
    @Test(arguments: EncoderSettings.presets)
    func presetsChangeTheRateBetweenGOPs(preset: String) throws {
        let rung = try rung(.init(preset: preset))
        let (rate, options) = RungEncoder.rate(of: segment, rung)
        #expect(rate is GOPRate)
        #expect(options == rung.options)
    }

    /// The rate of H.264 changes before each frame; HEVC, whose rate is constant, starts with less of the buffer.
    @Test(arguments: OperatingPoint.allCases, [VideoCodec.h264, .hevc])
    func pointsHaveABudgetOfFrames(point: OperatingPoint, codec: VideoCodec) throws {
        let rung = try rung(.init(point: point), codec)
        let (rate, options) = RungEncoder.rate(of: segment, rung)
        #expect(rate is FrameBudget)
        let name = codec == .h264 ? "x264-params" : "x265-params"
        #expect(options[name]?.contains("vbv-init=") ?? false)
        #expect(options != rung.options)
    }
}
