import HLS
import MediaUnits
import Testing

@testable import MediaModel
@testable import Planning

@Suite struct CaptionPlannerTests {
    private static let cue = CaptionCue(start: 1_000, end: 2_000, text: "x")

    private func source(
        _ language: String?, isDefault: Bool = false, isForced: Bool = false, isSDH: Bool = false,
        cues: [CaptionCue] = [cue]
    ) -> CaptionSource {
        CaptionSource(
            info: CaptionInfo(
                stream: 2, file: nil, channel: nil, format: "subrip", language: language,
                isDefault: isDefault,
                isForced: isForced, isForHearingImpaired: isSDH, cueCount: cues.count), cues: cues)
    }

    private func plan(
        _ sources: [CaptionSource], start: Rational = .zero, atMost maximumCount: Int = 32
    ) -> CaptionPlanner {
        CaptionPlanner(
            sources, start: start, duration: Rational(10), segment: Rational(6),
            maximumCount: maximumCount)
    }

    /// Tracks without text do not count.
    @Test(arguments: [
        (0, [], []), (1, ["en"], ["CAPTIONS_EMPTY", "TRACKS_IGNORED"]),
        (3, ["en", "de", "fr"], ["CAPTIONS_EMPTY"]),
    ])
    func tracksBeyondTheLimitAreLeftOut(count: Int, names: [String], codes: [String]) {
        let sources = [source("it", cues: []), source("en"), source("de"), source("fr")]
        let planned = plan(sources, atMost: count)
        #expect(planned.plans.map(\.name) == names)
        #expect(planned.findings.map(\.code.rawValue) == codes)
    }

    @Test func tracksAreNamedByTheirLanguage() {
        let plans = plan([
            source("en"), source(nil), source("en", isSDH: true), source("en", isForced: true),
            source("en"), source(nil),
        ]).plans
        #expect(plans.map(\.name) == ["en", "und", "en-2", "en-3", "en-4", "und-2"])
        #expect(
            plans.map(\.label) == [
                "English", "Captions", "English (SDH)", "English (forced)", "English 4",
                "Captions 2",
            ])
        // One of each language and kind; players cannot select a track without a language.
        #expect(plans.map(\.isAutoselected) == [true, false, true, true, false, false])
    }

    /// Matroska's FlagDefault is set by default (RFC 9559, 5.1.4.1.5).
    @Test(arguments: [
        ([true], [false]), ([true, true], [false, false]), ([false, true], [false, true]),
        ([true, false, true], [true, false, false]),
    ])
    func defaultFlagOfAllTracksIsIgnored(flags: [Bool], defaults: [Bool]) {
        #expect(plan(flags.map { source("en", isDefault: $0) }).plans.map(\.isDefault) == defaults)
    }

    @Test func forcedCaptionsAreNotTheDefault() {
        let plans = plan([source("en", isDefault: true, isForced: true), source("en")]).plans
        #expect(plans.map(\.isDefault) == [false, false])
    }

    @Test(arguments: [
        (Rational(0), [1_000..<2_000]), (Rational(1, 2), [500..<1_500]),
        (Rational(3, 2), [0..<500]), (Rational(-17, 2), [9_500..<10_000]),
    ])
    func cueTimesCountFromPackageStart(start: Rational, times: [Range<Int>]) {
        let cues = plan([source("en")], start: start).plans.flatMap(\.cues)
        #expect(cues.map { $0.start..<$0.end } == times)
    }

    @Test func trackWithoutCuesIsLeftOut() {
        let planned = plan([source("en", cues: []), source("de")], start: Rational(0))
        #expect(planned.plans.map(\.name) == ["de"])
        #expect(planned.findings.map(\.code) == [.captionsEmpty])
        #expect(plan([source("en")], start: Rational(8)).plans.isEmpty)
    }

    /// Each cue is repeated in every segment that it overlaps: 20,000 that last for hours would fill a disk.
    @Test func excessiveCaptionsAreLeftOut() {
        let cues = (0..<20_000).map {
            CaptionCue(start: $0, end: 36_000_000, text: String(repeating: "x", count: 100))
        }
        let planned = CaptionPlanner(
            [source("en", cues: cues)], start: .zero, duration: Rational(36_000),
            segment: Rational(6), maximumCount: 32)
        #expect(planned.plans.isEmpty)
        #expect(planned.findings.map(\.code) == [.subtitlesIgnored])
    }
}
