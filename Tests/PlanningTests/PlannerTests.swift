import Foundation
import MediaTestSupport
import MediaUnits
internal import Packaging
import Presets
import Testing

@testable import MediaModel
@testable import Planning

@Suite struct PlannerTests {
    /// Audio segments start at the sample nearest to the border of the video segment.
    @Test(arguments: [
        (Rational(30), [0, 288_000]), (Rational(25), [0, 288_000]),
        // Three GOPs of 60 frames last 6.006 s.
        (Rational(30000, 1001), [0, 288_288]),
        // 144 frames (three of 48) at 24000/1001 last 6.006 s, too.
        (Rational(24000, 1001), [0, 288_288]),
    ])
    func audioSegmentsStartWithVideoSegments(rate: Rational, borders: [Int]) throws {
        let info = try SamplePlan.info(
            seconds: Rational(9), rate: rate, audioTracks: [SamplePlan.audio(1, "en")])
        let plan = try SamplePlan.plan(info)
        #expect(plan.audio[0].borders == borders)
        #expect(plan.audio[0].borders.count == plan.video?.segments.count)
    }

    /// The durations of tracks differ by at most a frame.
    @Test(arguments: [Rational(14), Rational(1_401, 100), Rational(1, 100), Rational(3_601)])
    func audioIsAsLongAsVideo(seconds: Rational) throws {
        let info = try SamplePlan.info(
            seconds: seconds, rate: Rational(30000, 1001), audioTracks: [SamplePlan.audio(1, "en")])
        let plan = try SamplePlan.plan(info)
        let samples = Rational(plan.audio[0].sampleCount, 48_000)
        #expect(abs((samples - plan.duration).doubleValue) <= 0.5 / 48_000)
        #expect(abs((plan.duration - seconds).doubleValue) <= 1_001.0 / 30_000)
    }

    /// Segments of 6 s; a last one shorter than a GOP of 2 s joins the one before, as with video.
    @Test(arguments: [
        (Rational(20), [0, 288_000, 576_000, 864_000]), (Rational(199, 10), [0, 288_000, 576_000]),
        (Rational(239, 10), [0, 288_000, 576_000, 864_000]), (Rational(12), [0, 288_000]),
        (Rational(1), [0]), (Rational(79, 10), [0]), (Rational(8), [0, 288_000]),
    ])
    func audioOnlyHasSegmentsOfEqualLength(seconds: Rational, borders: [Int]) throws {
        let sample = try SamplePlan.info(audioTracks: [SamplePlan.audio(0, nil)])
        let info = MediaInfo(
            container: "wav", byteCount: 1, sha256: "", start: .zero, duration: seconds,
            video: nil, audio: sample.audio, captions: [], ignored: [], findings: [])
        let plan = try SamplePlan.plan(info)
        #expect(plan.video == nil)
        #expect(plan.audio[0].borders == borders)
        #expect(plan.audio[0].sampleCount == (seconds * 48_000).rounded)
    }

    /// Fields are recorded at different times: each becomes a frame if the preset's frame rate allows it.
    @Test(arguments: [
        (Rational(25), "hls-ladder", Rational(25), Deinterlacing.frame),
        (Rational(30000, 1001), "hls-ladder", Rational(30000, 1001), .frame),
        (Rational(25), "hls-ladder-60", Rational(50), .field),
        (Rational(30000, 1001), "hls-ladder-60", Rational(60000, 1001), .field),
    ])
    func fieldsBecomeFramesUpToTheFrameRateLimit(
        rate: Rational, preset: String, output: Rational, mode: Deinterlacing
    ) throws {
        let info = try SamplePlan.info(rate: rate, isInterlaced: true, audioTracks: [])
        let video = try #require(try SamplePlan.plan(info, preset: preset).video)
        #expect(video.grid.rate == output)
        #expect(video.source.deinterlacing == mode)
        // Rounded to a whole number of frames of every rendition.
        #expect(abs(video.grid.frameCount - (info.duration * output).rounded) < 2)
    }

    /// Sixteen rungs may have divisors whose least common multiple needs more than 64 bits.
    @Test func rungsWithoutCommonGOPAreRefused() throws {
        let info = try SamplePlan.info(rate: Rational(120), audioTracks: [])
        let sample = try SampleMediaInfo.make()
        let probed = ProbedUpload(
            info: info, identity: sample.identity, frames: sample.frames, captions: [])
        func plan(_ divisors: [Int]) throws -> EncodingPlan {
            let ladder = divisors.enumerated().map { index, divisor in
                Rung(
                    name: "r\(index)", size: 700 - 20 * index, maxrate: .kilobits(500),
                    maxFrameRate: Rational(120, divisor))
            }
            let preset = Preset(
                name: "many", description: "", video: Video(maxFrameRate: Rational(120)),
                ladder: ladder)
            return try Planner(probed, preset: preset).plan()
        }
        #expect(try plan([1, 2, 3]).video?.gop == 240)
        let primes = [113, 109, 107, 103, 101, 97, 89, 83, 79, 73, 71, 67, 61, 59, 53, 47]
        let refusal = #expect(throws: PlanningError.self) { try plan(primes) }
        #expect(refusal?.code == .timesUnusable)
    }

    /// Sums and products of fractions of these clocks overflow 64 bits.
    @Test(arguments: [
        (TrimRequest(), 2_147_483_629),
        (TrimRequest(from: Rational(123_456_789, 1_000_000_000)), 30),
    ])
    func clocksOfHugePrimesDoNotTrap(trim: TrimRequest, rate: Int) throws {
        let seconds = Rational(20 * 2_147_483_647 + 1, 2_147_483_647)
        let sample = try SampleMediaInfo.make()
        let info = try SamplePlan.info(
            seconds: seconds, rate: Rational(rate), audioTracks: [SamplePlan.audio(1, "en")])
        let probed = ProbedUpload(
            info: info, identity: sample.identity, frames: sample.frames, captions: [])
        let plan = try Planner(probed, preset: Preset.load("hls-ladder"), trim: trim).plan()
        #expect(abs((plan.duration + trim.from - seconds).doubleValue) < 0.1)
    }

    /// 1 x 1,310,720 pixels after the sample aspect ratio is applied.
    @Test func extremeAspectRatioIsRefused() throws {
        let long = Resolution(width: 1_310_720, height: 1)
        let info = try SamplePlan.info(size: long, audioTracks: [])
        let refusal = #expect(throws: PlanningError.self) {
            try SamplePlan.plan(info, limits: Limits(pixels: MediaBounds.pixels))
        }
        #expect(refusal?.code == .tooManyPixels)
    }

    @Test func progressiveVideoIsNotDeinterlaced() throws {
        let plan = try SamplePlan.plan(SamplePlan.info(audioTracks: []), preset: "hls-ladder-60")
        #expect(plan.video?.source.deinterlacing == nil)
        #expect(plan.video?.grid.rate == Rational(30))
    }

    /// Corruption of a frame that is not shown rejects an upload, too, if the preset refuses any.
    @Test(arguments: [(CorruptionPolicy.refuse, true), (.publish, false)])
    func refusedCorruptionNeedsAllFrames(policy: CorruptionPolicy, decodesAll: Bool) throws {
        let probed = try SamplePlan.probed(SamplePlan.info(audioTracks: []))
        let preset = Preset(
            name: "policy", description: "One rung.",
            ladder: [Rung(name: "360p", size: 360, maxrate: .kilobits(900))], onDamage: policy)
        let video = try #require(try Planner(probed, preset: preset).plan().video)
        #expect(video.source.decodesAllFrames == decodesAll)
    }

    @Test func tracksAreNamedByTheirLanguage() throws {
        let info = try SamplePlan.info(audioTracks: [
            SamplePlan.audio(1, "en"), SamplePlan.audio(2, "de"), SamplePlan.audio(3, "en"),
            SamplePlan.audio(4, nil),
        ])
        let audio = try SamplePlan.plan(info).audio
        #expect(audio.map(\.name) == ["en", "de", "en-2", "und"])
        #expect(audio.map(\.label) == ["English", "German", "English 2", "Audio"])
        #expect(audio.map(\.isDefault) == [true, false, false, false])
    }

    /// An audio description is the default only if there is no other track.
    @Test(
        arguments: [
            ([(true, true), (false, false)], 1), ([(false, false), (true, false)], 1),
            ([(true, true)], 0), ([(false, true), (false, false), (false, false)], 1),
        ] as [([(isDefault: Bool, isDescription: Bool)], Int)])
    func oneTrackIsTheDefault(
        tracks: [(isDefault: Bool, isDescription: Bool)], chosen: Int
    ) throws {
        let audioTracks = tracks.enumerated().map {
            SamplePlan.audio(
                $0.offset + 1, "en", isDefault: $0.element.isDefault,
                isDescription: $0.element.isDescription)
        }
        let audio = try SamplePlan.plan(SamplePlan.info(audioTracks: audioTracks)).audio
        #expect(audio.map(\.isDefault) == audio.indices.map { $0 == chosen })
    }

    @Test func atMostEightAudioTracksArePublished() throws {
        let audioTracks = (1...12).map { SamplePlan.audio($0, "en") }
        let plan = try SamplePlan.plan(SamplePlan.info(audioTracks: audioTracks))
        #expect(plan.audio.count == 8)
        #expect(Set(plan.audio.map(\.name)).count == 8)
        #expect(plan.findings.map(\.code) == [.tracksIgnored])
        #expect(plan.findings.first?.severity == .warning)
        let eight = try SamplePlan.info(audioTracks: Array(audioTracks.prefix(8)))
        #expect(try SamplePlan.plan(eight).findings.isEmpty)
    }

    /// At 60 frames per second 360p has every second frame, so that the grid and its GOPs have even lengths.
    @Test func gridHasAWholeNumberOfFramesOfEachRung() throws {
        let info = try SamplePlan.info(
            seconds: Rational(1_003, 100), size: Resolution(width: 1920, height: 1080),
            rate: Rational(60000, 1001), audioTracks: [])
        let video = try #require(try SamplePlan.plan(info, preset: "hls-ladder-60").video)
        for rung in video.rungs {
            #expect(video.grid.frameCount % rung.divisor == 0)
            #expect(video.gop % rung.divisor == 0)
        }
        #expect(video.segments.allSatisfy { $0.firstFrame % video.gop == 0 })
    }

    /// Time 0 of the package is the start of the upload's first track.
    @Test func timeZeroIsTheFirstFrame() throws {
        let start = Rational(3, 2)
        let info = try SamplePlan.info(start: start, audioTracks: [SamplePlan.audio(1, "en")])
        let plan = try SamplePlan.plan(info)
        #expect(plan.audio[0].start == start)
        let video = try #require(plan.video)
        #expect(video.chunks[0].expected.first == 135_000)
        #expect(video.chunks.flatMap(\.expected).count == 14 * 30)
    }

    @Test func equalMediaInfoGivesEqualPlans() throws {
        func coded() throws -> String {
            let info = try SamplePlan.info(audioTracks: [SamplePlan.audio(1, "en")])
            return String(
                decoding: try JSONEncoder.pretty.encode(SamplePlan.plan(info)), as: UTF8.self)
        }
        #expect(try coded() == coded())
    }

    /// Video of 30 frames/s starts some milliseconds after audio, and is shown at the nearest frames of the grid.
    @Test(arguments: [(late: 0, audio: 0), (21, 6), (10, -5), (100, 0), (1_021, 6)])
    func audioIsShiftedByHalfTheLagOfVideo(late: Int, audio: Int) throws {
        let info = try SamplePlan.info(
            start: Rational(2), videoDelay: Rational(late, 1_000),
            audioTracks: [SamplePlan.audio(1, "en")])
        let start = try SamplePlan.plan(info).audio[0].start
        #expect(abs((Rational(2) - start).doubleValue * 1_000 - Double(audio)) < 0.2)
    }
}
