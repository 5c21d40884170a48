import MediaModel
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import Planning

@Suite struct CuePointPlannerTests {
    /// Plans 20 s at 30 frames/s: GOPs of 60 frames, segments of 180.
    private func plan(
        _ cuePoints: [CuePoint], from: Rational = .zero, to: Rational? = nil,
        hasVideo: Bool = true
    ) throws -> EncodingPlan {
        let sample = try SampleMediaInfo.make()
        let info = try SamplePlan.info(
            seconds: Rational(20), rate: Rational(30), audioTracks: [SamplePlan.audio(1, "en")])
        let probed = ProbedUpload(
            info: info, identity: sample.identity, frames: sample.frames, captions: [])
        let preset = try Preset.load(hasVideo ? "hls-ladder" : "audio-only").adding(cuePoints)
        return try Planner(probed, preset: preset, trim: TrimRequest(from: from, to: to)).plan()
    }

    private func at(_ seconds: Rational) -> CuePoint { CuePoint(.time(seconds)) }

    @Test func segmentsStartAtCuePoints() throws {
        let close = try plan([at(Rational(9)), at(Rational(12))])
        #expect(close.video?.segments.map(\.firstFrame) == [0, 180, 270, 360, 540])
        #expect(
            close.cuePoints == [
                CuePoint(.time(Rational(9)), id: "cue-1"),
                CuePoint(.time(Rational(12)), id: "cue-2"),
            ])
        #expect(close.findings.isEmpty)
    }

    @Test func segmentsOfAudioStartAtTheNearestPacket() throws {
        let plan = try plan([at(Rational(37, 4))])
        let track = try #require(plan.audio.first)
        let packets = track.borders.indices.map { track.firstPacket(ofSegment: $0) }
        let index = try #require(plan.video?.segments.firstIndex { $0.firstFrame == 278 })
        // Frame 278 is due at 444,800 samples.
        #expect(abs(packets[index] - 278 * 48_000 / 30) <= AudioPlan.frameSize / 2)
        #expect(track.runStarts == [0])
    }

    @Test func encoderOfAudioContinuesAtCuePoints() throws {
        // Without the cue point, a run would start there.
        let preset = try Preset.load("audio-only")
        let video = AudioBorders(
            Rational(200), nil, [CuePoint(.time(Rational(66)))], preset, sampleRate: 48_000)
        let starts = video.runs(sampleCount: 9_600_000, length: 2_880_000)
        #expect(starts.count == 3)
        #expect(starts.allSatisfy { video.samples[$0] != 3_168_256 })
        #expect(video.samples.contains(3_168_256))
        let plain = AudioBorders(Rational(200), nil, [], preset, sampleRate: 48_000)
        #expect(
            plain.runs(sampleCount: 9_600_000, length: 2_880_000).map { plain.samples[$0] }
                .contains(
                    3_168_000))
    }

    @Test func audioAloneHasSegmentsAtCuePoints() throws {
        let plan = try plan([at(Rational(13, 2))], hasVideo: false)
        #expect(plan.audio.first?.borders == [0, 156_000, 312_320, 576_000, 864_000])
        #expect(plan.cuePoints == [CuePoint(.time(Rational(13, 2)), id: "cue-1")])
    }

    @Test func startAndEndArePreRollAndPostRoll() throws {
        let plan = try plan([CuePoint(.end, id: "z"), at(.zero)])
        #expect(plan.cuePoints == [CuePoint(.start, id: "cue-1"), CuePoint(.end, id: "z")])
        #expect(plan.video?.segments.map(\.firstFrame) == [0, 180, 360, 540])
        let exact = try self.plan([at(Rational(20))])
        #expect(exact.cuePoints == [CuePoint(.end, id: "cue-1")] && exact.findings.isEmpty)
    }

    @Test func cuePointsBesideStartAndEndAreMoved() throws {
        let plan = try plan([at(Rational(1, 2)), at(Rational(39, 2))])
        #expect(plan.cuePoints == [CuePoint(.start, id: "cue-1"), CuePoint(.end, id: "cue-2")])
        #expect(plan.findings.map(\.code) == [.cuePointMoved, .cuePointMoved])
    }

    @Test func cuePointsMoveWithTheTrimRange() throws {
        let plan = try plan(
            [at(Rational(1)), at(Rational(10)), at(Rational(19)), CuePoint(.end)],
            from: Rational(4), to: Rational(17))
        // The range begins at the start of a frame.
        let start = try Rational(Int(#require(plan.trimRange).from * 1_000_000), 1_000_000)
        let offset = Rational(10) - start
        #expect(
            plan.cuePoints == [
                CuePoint(.time(Rational((offset * 30).rounded, 30)), id: "cue-1"),
                CuePoint(.end, id: "cue-2"),
            ])
        #expect(
            plan.findings.map(\.code) == [.trimmed, .cuePointDropped, .cuePointDropped])
    }

    @Test func cuePointsOutsideOfTheUploadAreDropped() throws {
        let plan = try plan([at(Rational(21))])
        #expect(plan.cuePoints == nil)
        #expect(plan.findings.map(\.code) == [.cuePointDropped])
        #expect(
            plan.findings.first?.message
                == "The cue point at 21s is outside of what is published, and is left out.")
    }

    @Test func cuePointsTooCloseTogetherAreRefused() throws {
        func refusal(_ cuePoints: [CuePoint]) -> String? {
            let error = #expect(throws: PlanningError.self) { try plan(cuePoints) }
            #expect(error?.code == .badCuePoints)
            return error?.message
        }
        #expect(
            refusal([at(Rational(9)), at(Rational(10))])
                == "the cue points at 9s and 10s are closer together than a GOP, 2s")
        #expect(refusal([at(Rational(9)), at(Rational(9))]) == "two cue points are at 9s")
        #expect(
            refusal([at(Rational(20)), CuePoint(.end)])
                == "the cue points at 20s and end are at the same time")
        #expect(
            refusal([CuePoint(.start, id: "a"), CuePoint(.end, id: "a")])
                == "two cue points have the identifier a")
    }

    /// A process that has the measurements of a hostile upload makes the plan.
    @Test func plansWithOtherCuePointsAreRejected() throws {
        let requested = [
            at(Rational(9)), CuePoint(.end, assetList: "https://ads.example/list.json"),
        ]
        let preset = try Preset.load("hls-ladder").adding(requested)
        var plan = try plan(requested)
        try plan.checkCuePoints(preset)
        let planned = try #require(plan.cuePoints)
        func isRejected(_ change: (inout [CuePoint]) -> Void) -> Bool {
            var changed = planned
            change(&changed)
            plan.cuePoints = changed
            return (try? plan.checkCuePoints(preset)) == nil
        }
        #expect(!isRejected { _ in })
        #expect(isRejected { $0[1].assetList = "https://other.example/" })
        #expect(isRejected { $0[0].duration = Rational(1) })
        #expect(isRejected { $0[0].id = "a\"\n#EXT-X-ENDLIST" })
        #expect(isRejected { $0[0].id = nil })
        #expect(isRejected { $0[0].id = $0[1].id })
        #expect(isRejected { $0[0].position = .time(Rational(10)) })
        #expect(isRejected { $0[0].position = .time(Rational(21)) })
        #expect(isRejected { $0.reverse() })
        #expect(isRejected { $0.append($0[1]) })
    }

    /// Cue points without an identifier get another one than those that are requested.
    @Test func requestedIdentifiersAreKept() throws {
        for requested in [
            [at(Rational(12)), CuePoint(.time(Rational(6)), id: "intro")],
            [at(Rational(12)), CuePoint(.time(Rational(6)), id: "cue-2")],
            [CuePoint(.end), CuePoint(.time(Rational(6)), id: "cue-1")],
        ] {
            let plan = try plan(requested)
            try plan.checkCuePoints(Preset.load("hls-ladder").adding(requested))
            let ids = try #require(plan.cuePoints).compactMap(\.id)
            #expect(ids[0] == requested[1].id)
            #expect(Set(ids).count == 2)
        }
    }

    @Test func summaryHasCuePoints() throws {
        let cuePoint = CuePoint(
            .time(Rational(6)), id: "intro", duration: Rational(30),
            assetList: "https://ads.example/list.json")
        let summary = PlanSummary(try plan([cuePoint, CuePoint(.end)]), preset: "hls-ladder")
        #expect(summary.cuePoints.map(\.id) == ["intro", "cue-2"])
        #expect(
            summary.description.contains(
                "cue point intro: 6s, 30s long, https://ads.example/list.json\ncue point cue-2: end"
            ))
    }

    @Test func planWithoutCuePointsIsUnchanged() throws {
        let plan = try plan([])
        #expect(plan.cuePoints == nil)
        #expect(
            try Preset.load("hls-ladder").adding([]).identity == Preset.load("hls-ladder").identity)
        #expect(!(try Preset.load("hls-ladder").identity.contains("uePoint")))
    }
}
