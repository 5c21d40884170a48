import Foundation
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import Planning

/// Audio is cut into runs of consecutive segments.
@Suite struct AudioRunsTests {
    private static let second = 48_000

    /// The seconds of a track of segments of 6 s, and the segments at which runs start.
    @Test(arguments: [
        (5, [0]), (60, [0]), (89, [0]), (91, [0, 8]), (120, [0, 10]), (180, [0, 10, 20]),
        (7_200, (0..<120).map { $0 * 10 }),
    ])
    func runsLastAboutAMinute(seconds: Int, starts: [Int]) {
        let borders = stride(from: 0, to: seconds, by: 6).map { $0 * Self.second }
        #expect(
            AudioRuns.starts(
                borders, sampleCount: seconds * Self.second, length: 60 * Self.second) == starts)
    }

    /// A run has at least one segment, and segments have a packet.
    @Test func longAndShortSegmentsAreNotDivided() {
        let borders = [0, 100 * Self.second, 200 * Self.second]
        let count = 300 * Self.second
        #expect(
            AudioRuns.starts(borders, sampleCount: count, length: 60 * Self.second) == [0, 1, 2])
        for borders in [[0, 500, 50_000, 100_000], [0, 100_000, 199_500]] {
            #expect(AudioRuns.starts(borders, sampleCount: 200_000, length: 50_000) == [0])
        }
    }

    private static let clock = SampleClock(
        timeBase: Rational(1, 44_100), sampleRate: 44_100, start: 0, last: 8_268_800, step: 1024)

    private func plan(
        seconds: Int, run: Rational = AudioRuns.duration, clock: SampleClock? = clock
    ) throws -> AudioPlan {
        let info = try SamplePlan.info(
            seconds: Rational(seconds), rate: Rational(30000, 1001),
            audioTracks: [SamplePlan.audio(1, "en")])
        var planner = Planner(
            SamplePlan.probed(info, clocks: clock.map { [1: $0] } ?? [:]),
            preset: try Preset.load("hls-ladder"))
        planner.audioRun = run
        return try planner.plan().audio[0]
    }

    @Test(arguments: [Rational(2), Rational(7), AudioRuns.duration])
    func packetsOfRunsAreThoseOfTheTrack(run: Rational) throws {
        let audio = try plan(seconds: 200, run: run)
        let runs = audio.runs
        #expect(runs.count > 1)
        #expect(runs.flatMap { Array($0.segments) } == Array(audio.borders.indices))
        #expect(runs.first?.packets.lowerBound == 0)
        #expect(runs.last?.packets.upperBound == audio.sampleCount)
        for (one, next) in zip(runs, runs.dropFirst()) {
            #expect(one.packets.upperBound == next.packets.lowerBound)
            let border = audio.borders[next.segments.lowerBound]
            #expect(next.packets.lowerBound % 1024 == 0)
            #expect((0..<1024).contains(next.packets.lowerBound - border))
            #expect(next.packets.lowerBound - next.samples.lowerBound >= 32 * 1024)
            #expect(next.packets.lowerBound - next.samples.lowerBound <= 64 * 1024)
            #expect(next.samples.lowerBound % 1024 == 0)
        }
        for run in runs {
            for segment in run.segments { #expect(audio.run(ofSegment: segment) == run.index) }
        }
    }

    @Test func shortTracksAndTracksWithoutClockAreOneRun() throws {
        #expect(try plan(seconds: 89).clock == nil)
        #expect(try plan(seconds: 89).runStarts == [0])
        #expect(try plan(seconds: 200).runStarts.count == 3)
        let audio = try plan(seconds: 200, clock: nil)
        #expect(audio.runStarts == [0] && audio.clock == nil)
        #expect(audio.runs.map(\.samples) == [0..<audio.sampleCount])
    }

    /// Decoding starts two seconds early, at the beginning of the track at the earliest, and before its end.
    @Test func decodingStartsWithARunUp() throws {
        let audio = try plan(seconds: 200)
        #expect(audio.entry(0) == nil && audio.entry(48_000) == nil)
        #expect(audio.entry(48_000 * 60) == audio.start + Rational(58))
        #expect(audio.entry(48_000 * 190) == Rational(8_268_800, 44_100) - Rational(2))
        #expect(try plan(seconds: 200, clock: nil).entry(48_000 * 60) == nil)
    }

    // MARK: Validation

    /// Plans of another process: runs in another order, without segments, or by another clock.
    @Test(
        arguments: [
            ("audio.0.runStarts.1", .number(0)), ("audio.0.runStarts.1", .number(1000)),
            ("audio.0.runStarts.2", .number(.max)), ("audio.0.runStarts.0", .number(1)),
            ("audio.0.clock", .null), ("audio.0.clock.start", .number(1)),
            ("audio.0.clock.step", .number(512)), ("audio.0.borders.5", .number(1_152_100)),
        ] as [(String, JSONValue)])
    func invalidRunsAreRefused(path: String, value: JSONValue) throws {
        let info = try SamplePlan.info(
            seconds: Rational(200), rate: Rational(30), audioTracks: [SamplePlan.audio(1, "en")])
        let probed = SamplePlan.probed(info, clocks: [1: Self.clock])
        let preset = try Preset.load("hls-ladder")
        let plan = try Planner(probed, preset: preset).plan()
        try plan.validate(probed, preset)
        let changed = try JSONValue.replacing(
            path.split(separator: "."), in: JSONEncoder().encode(plan), with: value)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(EncodingPlan.self, from: changed).validate(probed, preset)
        }
    }

    private func result(_ audio: AudioPlan, _ run: AudioRun) -> RenditionResult {
        let hash = String(repeating: "0", count: 64)
        let starts = run.segments.map(audio.firstPacket(ofSegment:)) + [run.packets.upperBound]
        return RenditionResult(
            name: audio.name, codec: "mp4a.40.2", initialization: hash,
            segments: zip(run.segments, zip(starts, starts.dropFirst())).map { index, span in
                SegmentResult(
                    index: index, byteCount: 1000, duration: span.1 - span.0, sha256: hash,
                    initialization: hash, codec: "mp4a.40.2", fragments: [])
            })
    }

    /// A result has the segments of its run, whose durations follow from the plan.
    @Test func resultOfAnotherRunIsRefused() throws {
        let audio = try plan(seconds: 200)
        let runs = audio.runs
        for run in runs {
            try result(audio, run).validate(audio, run)
            for other in runs where other != run {
                #expect(throws: ArtifactError.self) {
                    try result(audio, run).validate(audio, other)
                }
            }
        }
        let longer = AudioRun(
            index: 0, segments: runs[0].segments, packets: 0..<runs[0].packets.upperBound + 1024,
            samples: runs[0].samples)
        #expect(throws: ArtifactError.self) {
            try result(audio, longer).validate(audio, runs[0])
        }
        let silence = MeasuredLoudness(integrated: nil, truePeak: nil)
        let loudness = LoudnessTarget(target: nil, ceiling: -1).result(
            before: silence, gain: 0, after: silence)
        #expect(throws: ArtifactError.self) {
            try result(audio, runs[0]).with(loudness).validate(audio, runs[0])
        }
    }

    @Test(arguments: [Double.nan, .infinity, -2000]) func impossibleLoudnessIsRefused(level: Double)
    {
        for measured in [
            MeasuredLoudness(integrated: level, truePeak: nil),
            MeasuredLoudness(integrated: -20, truePeak: level),
        ] {
            #expect(throws: ArtifactError.self) { try measured.validate() }
        }
    }
}
