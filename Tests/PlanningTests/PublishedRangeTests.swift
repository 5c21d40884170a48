import HLS
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import Planning

/// The frames of a trim range, with audio and captions of the same range.
@Suite struct PublishedRangeTests {
    /// Without `limits.duration`, plans of 10^9 frames are refused before they are allocated.
    @Test func packageDurationIsLimited() throws {
        let limits = Limits(duration: .init(max: nil), expansion: nil, time: nil)
        func plan(_ duration: Rational, _ trim: TrimRequest = TrimRequest()) throws -> EncodingPlan
        {
            let info = MediaInfo(
                container: "wav", byteCount: 1, sha256: "", start: .zero, duration: duration,
                video: nil, audio: [SamplePlan.audio(0, nil)], captions: [], ignored: [],
                findings: [])
            return try SamplePlan.plan(info, limits: limits, trim: trim)
        }
        #expect(try plan(Rational(1_000_000)).duration == Rational(1_000_000))
        let refusal = #expect(throws: PlanningError.self) { try plan(Rational(1_000_001)) }
        #expect(refusal?.code == .timesUnusable)
        let trimmed = try plan(
            Rational(20_000_000), TrimRequest(from: Rational(1), to: Rational(2)))
        #expect(trimmed.duration == Rational(1))
    }

    private static let tick = Rational(1, 90_000)

    /// Times of the frames that the grid shows, in seconds of the upload's clock.
    private func shown(_ plan: EncodingPlan, _ times: [Int]) throws -> [Double] {
        let video = try #require(plan.video)
        let bounds = video.chunks.compactMap(\.bounds)
        let last = bounds.map(\.upperBound).max() ?? .max
        let seen = times.filter { $0 <= last }
        return (0..<video.grid.frameCount).map {
            (Self.tick * seen[video.grid.source(of: $0, in: seen)]).doubleValue
        }
    }

    private func plan(
        _ from: Rational, _ to: Rational?, rate: Rational = Rational(30), start: Rational = .zero,
        limits: Limits = Limits()
    ) throws -> (plan: EncodingPlan, times: [Int]) {
        let info = try SamplePlan.info(
            rate: rate, start: start, audioTracks: [SamplePlan.audio(1, "en")])
        let times = SourceTimes.constant(
            rate, count: info.video?.frameCount ?? 0, timeBase: Self.tick, start: start)
        let plan = try SamplePlan.plan(
            info, limits: limits, trim: TrimRequest(from: from, to: to))
        return (plan, times)
    }

    /// From the frame that is shown at the start time to the last one that starts before the end time; of about 420.
    @Test(arguments: [
        // On frames, between frames, rounded to milliseconds, the last frame, a single frame, beyond the end.
        (Rational(30), Rational(1), Rational(2), 30..<60),
        (Rational(30), Rational(101, 100), Rational(199, 100), 30..<60),
        (Rational(30), Rational(1033, 1000), Rational(2), 31..<60),
        (Rational(30), Rational(1), Rational(2001, 1000), 30..<61),
        (Rational(30), Rational(1399, 100), Rational(14), 419..<420),
        (Rational(30), Rational(5), Rational(5001, 1000), 150..<151),
        (Rational(30), Rational(13), Rational(99), 390..<420),
        (Rational(30000, 1001), Rational(1001, 1000), Rational(2002, 1000), 30..<60),
        (Rational(30000, 1001), Rational(1), Rational(2), 29..<60),
        (Rational(24000, 1001), Rational(83, 1000), Rational(1), 2..<24),
        (Rational(25), Rational(3), Rational(8), 75..<200),
    ])
    func framesOfTheTrimRangeAreShown(
        rate: Rational, from: Rational, to: Rational, frames: Range<Int>
    ) throws {
        for start in [Rational.zero, Rational(3, 2), Rational(-1, 2), Rational(100_033, 1_000_000)]
        {
            let (plan, times) = try plan(from, to, rate: rate, start: start)
            #expect(try shown(plan, times) == times[frames].map { (Self.tick * $0).doubleValue })
            // Time 0 is the first frame, also for audio.
            let first = Rational.seconds(times[frames.lowerBound], Self.tick)
            #expect(plan.video?.grid.start == first)
            #expect(plan.audio.map(\.start) == [first])
            let samples = Rational(plan.audio[0].sampleCount, 48_000)
            #expect(abs((samples - plan.duration).doubleValue) <= 0.5 / 48_000)
            #expect(plan.findings.map(\.code) == [.trimmed])
        }
    }

    /// Every second frame, from the one that is shown at the start time, and none after the end time.
    @Test(arguments: [(Rational(1, 60), 1), (Rational(1), 60)])
    func dividedRateStartsWithTheFirstFrame(from: Rational, first: Int) throws {
        let (plan, times) = try plan(from, from + Rational(1, 12), rate: Rational(60))
        #expect(plan.video?.grid.rate == Rational(30))
        let numbers = stride(from: first, to: first + 5, by: 2)
        #expect(try shown(plan, times) == numbers.map { (Self.tick * times[$0]).doubleValue })
    }

    /// A screen recording that shows one frame from 2 s to 9 s.
    @Test(arguments: [
        (Rational(5), Rational(7), Rational(2)), (Rational(5), Rational(10), Rational(5)),
        // The next frame starts soon, and is not shown early.
        (Rational(899, 100), Rational(10), Rational(1_02, 100)),
    ])
    func longFrameIsTrimmedByTime(from: Rational, to: Rational, length: Rational) throws {
        let times = (0..<60).map { $0 * 3_000 } + [180_000] + (0..<60).map { 810_000 + $0 * 3_000 }
        let info = try SamplePlan.info(seconds: Rational(11), audioTracks: [])
        let frames = FrameIndex(
            timeBase: Self.tick, times: times, lastDuration: 3_000, keyframes: [], isSeekable: true)
        let probed = ProbedUpload(info: info, identity: "", frames: frames, captions: [])
        let plan = try Planner(
            probed, preset: Preset.load("hls-ladder"), trim: TrimRequest(from: from, to: to)
        ).plan()
        #expect(abs((plan.duration - length).doubleValue) <= 0.5 / 30)
        #expect(try shown(plan, times).first == 2)
        #expect(try shown(plan, times).allSatisfy { $0 < to.doubleValue })
    }

    /// Decoding is limited to the run-up and the trim range.
    @Test func framesOutsideTheTrimRangeAreNotDecoded() throws {
        let (plan, times) = try plan(Rational(5), Rational(9))
        let video = try #require(plan.video)
        #expect(video.chunks.flatMap(\.expected) == Array(times[150..<270]))
        #expect(video.chunks.first?.entries.first?.presentationTime == times[150])
        #expect(video.thumbnails?.tileFrames == [0])
    }

    @Test func captionCuesAreTrimmedAndShifted() throws {
        let cues = [(1_000, 2_000), (4_900, 5_600), (6_000, 7_000), (8_500, 9_500), (9_100, 9_200)]
            .map { CaptionCue(start: $0.0, end: $0.1, text: "x") }
        let source = CaptionSource(
            info: CaptionInfo(
                stream: 2, file: nil, channel: nil, format: "subrip", language: "en",
                isDefault: false,
                isForced: false, isForHearingImpaired: false, cueCount: cues.count), cues: cues)
        let plan = try SamplePlan.plan(
            SamplePlan.info(audioTracks: []), captions: [source],
            trim: TrimRequest(from: Rational(5), to: Rational(9)))
        let times = plan.captions.flatMap(\.cues).map { $0.start..<$0.end }
        #expect(times == [0..<600, 1_000..<2_000, 3_500..<4_000])
    }

    /// Audio far from the start is decoded after a seek, with some seconds of run-up.
    @Test(arguments: [(Rational(13), Rational(11)), (Rational(4), nil), (.zero, nil)])
    func audioIsDecodedWithRunUp(from: Rational, entry: Rational?) throws {
        #expect(try plan(from, nil).plan.audio.map(\.entry) == [entry])
    }

    @Test(arguments: [Rational(14), Rational(15)])
    func startTimeAfterTheEndIsRefused(from: Rational) throws {
        let refusal = #expect(throws: PlanningError.self) { try plan(from, nil) }
        #expect(refusal?.code == .beyondEnd && refusal?.condition == .startsAfterEnd)
        // Only commands and APIs name their options.
        #expect(
            refusal?.message
                == "the start time lies after the end of the upload, which lasts 14s")
        #expect(refusal?.advice == "choose an earlier start time")
    }

    @Test func fullRangeIsNotTrimmed() throws {
        let (plan, _) = try plan(.zero, Rational(14))
        #expect(plan.trimRange == nil && plan.findings.isEmpty)
        #expect(plan.duration == Rational(14))
    }

    /// The limit applies to the trim range; it refuses the upload, or trims it with a warning.
    @Test func longUploadIsTrimmedIfThePresetAllowsIt() throws {
        let refused = #expect(throws: PlanningError.self) {
            try plan(.zero, nil, limits: Limits(duration: .init(max: Rational(10))))
        }
        #expect(refused?.code == .tooLong && refused?.condition == .longerThanLimit)
        let trimming = Limits(duration: .init(max: Rational(10), over: .trim))
        let (trimmed, _) = try plan(.zero, nil, limits: trimming)
        #expect(trimmed.duration == Rational(10))
        #expect(trimmed.trimRange == TrimRange(from: 0, to: 10))
        #expect(trimmed.findings.map(\.severity) == [.warning])
        let (both, _) = try plan(Rational(2), Rational(13), limits: trimming)
        #expect(both.trimRange == TrimRange(from: 2, to: 12))
        let (short, _) = try plan(
            Rational(2), Rational(5), limits: Limits(duration: .init(max: Rational(10))))
        #expect(short.duration == Rational(3))
        #expect(short.findings.map(\.severity) == [.info])
    }
}
