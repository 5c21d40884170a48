import Foundation
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import Planning

/// PlanningError of uploads beyond the preset's limits, before encoding.
@Suite struct LimitsTests {
    private func refusal(_ limits: Limits, of info: MediaInfo) -> UploadError.Code? {
        do {
            _ = try SamplePlan.plan(info, limits: limits)
            return nil
        } catch {
            return (error as? PlanningError)?.code
        }
    }

    /// Wrong timestamps may give durations of years.
    @Test(arguments: [(seconds: 86_400, code: nil), (86_401, UploadError.Code.tooLong)])
    func uploadLongerThanADayIsRefused(seconds: Int, code: UploadError.Code?) throws {
        let info = try SamplePlan.info(
            seconds: Rational(seconds), rate: Rational(1), audioTracks: [SamplePlan.audio(1, "en")])
        #expect(refusal(Limits(), of: info) == code)
    }

    @Test(arguments: [(1280 * 720, nil), (1280 * 720 - 1, UploadError.Code.tooManyPixels)])
    func largerFramesAreRefused(pixels: Int, code: UploadError.Code?) throws {
        let info = try SamplePlan.info(audioTracks: [])
        #expect(refusal(Limits(pixels: pixels), of: info) == code)
    }

    /// Long durations that only an index states, and frames that have next to no bytes.
    @Test(arguments: [
        (seconds: 3600, rate: 1, size: "320x180", bytes: 1, code: nil),
        (36_000, 1, "320x180", 323_999, UploadError.Code.tooMuchExpansion),
        (36_000, 1, "320x180", 324_000, nil),
        // A still screen for two hours, without audio: 78 bytes per frame were measured.
        (7200, 30, "1920x1080", 216_000 * 78, nil),
        (3600, 30, "1920x1080", 1, nil),
        (3600, 30, "1920x1082", 1, .tooMuchExpansion),
        (7200, 30, "1920x1080", 4_478_976, nil),
        (7200, 30, "1920x1080", 4_478_975, .tooMuchExpansion),
    ])
    func excessiveExpansionIsRefused(
        seconds: Int, rate: Int, size: String, bytes: Int, code: UploadError.Code?
    ) throws {
        let sides = size.split(separator: "x").compactMap { Int($0) }
        let info = try SamplePlan.info(
            seconds: Rational(seconds), size: Resolution(width: sides[0], height: sides[1]),
            rate: Rational(rate), byteCount: bytes, audioTracks: [])
        #expect(refusal(Limits(), of: info) == code)
        #expect(refusal(Limits(expansion: nil), of: info) == nil)
        #expect(refusal(Limits(expansion: 1_000_000_000), of: info) == nil || rate == 1)
    }

    /// Frames beyond the limit are never decoded.
    @Test func expansionCountsFramesUpToTheLimit() throws {
        let size = Resolution(width: 60_000, height: 60_000)
        let limits = Limits(pixels: 1920 * 1080)
        try limits.check(frames: 108_000, of: size, in: 1)
        #expect(throws: PlanningError.self) {
            try limits.check(frames: 108_001 + 1, of: size, in: 1)
        }
    }

    /// The estimate of the largest chunk is compared with the limit.
    @Test func planAboveTheMemoryLimitIsRefused() throws {
        let info = try SamplePlan.info(audioTracks: [])
        let video = try #require(try SamplePlan.plan(info).video)
        let estimate = video.chunks.map { MemoryEstimate.chunk(video, $0) }.max() ?? 0
        #expect(refusal(Limits(memory: ByteCount(estimate)), of: info) == nil)
        #expect(refusal(Limits(memory: ByteCount(estimate - 1)), of: info) == .tooMuchMemory)
    }

    /// An hour of 720p takes some minutes; estimates may exceed the limit fourfold.
    @Test func planFarAboveTheTimeLimitIsRefused() throws {
        let info = try SamplePlan.info(seconds: Rational(3_600), audioTracks: [])
        let plan = try SamplePlan.plan(info)
        let cost = CostEstimate.seconds(plan, decoding: info.video?.codedSize)
        let quarter = Rational(Int(cost / 4))
        #expect(refusal(Limits(time: quarter + Rational(1)), of: info) == nil)
        #expect(refusal(Limits(time: quarter - Rational(1)), of: info) == .tooMuchTime)
        #expect(refusal(Limits(time: nil), of: info) == nil)
    }

    /// 9.9 Mb/s of video and 128 kb/s of audio for ten minutes; ceilings may exceed the limit fourfold.
    @Test func planFarAboveTheOutputLimitIsRefused() throws {
        let info = try SamplePlan.info(
            seconds: Rational(600), size: Resolution(width: 1920, height: 1080),
            audioTracks: [SamplePlan.audio(1, "en", isDefault: true)])
        let bytes = (9_900_000 + 128_000) / 8 * 600
        let fits = ByteCount(bytes / 4 + 1_000_000)
        #expect(refusal(Limits(output: fits), of: info) == nil)
        let small = ByteCount(bytes / 4 - 1_000_000)
        #expect(refusal(Limits(output: small), of: info) == .tooMuchOutput)
        #expect(refusal(Limits(output: nil), of: info) == nil)
        #expect(refusal(Limits(), of: info) == nil)
    }

    @Test func packageAboveTheOutputLimitIsRefused() throws {
        let limits = Limits(output: ByteCount(1_000_000))
        try limits.check(outputBytes: 1_000_000)
        let refusal = #expect(throws: PlanningError.self) {
            try limits.check(outputBytes: 1_000_001)
        }
        #expect(refusal?.code == .tooMuchOutput)
        try Limits(output: nil).check(outputBytes: .max)
    }

    @Test func limitsOfTheProbeHaveCodes() {
        let limits = Limits(pixels: 100, streams: 3, packets: 5)
        #expect(throws: Never.self) {
            try limits.check(streams: 3)
            try limits.check(packets: 5)
            try limits.check(pixelsOf: Resolution(width: 10, height: 10))
        }
        let refusals = [
            #expect(throws: PlanningError.self) { try limits.check(streams: 4) },
            #expect(throws: PlanningError.self) { try limits.check(packets: 6) },
            #expect(throws: PlanningError.self) {
                try limits.check(pixelsOf: Resolution(width: 10, height: 12))
            },
        ]
        #expect(refusals.map { $0?.code } == [.tooManyStreams, .tooManyPackets, .tooManyPixels])
    }
}
