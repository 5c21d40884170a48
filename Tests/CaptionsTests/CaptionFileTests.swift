import HLS
import Testing

@testable import Captions

@Suite struct CaptionFileTests {
    private func file(_ text: String, _ format: CaptionFormat) -> CaptionFile {
        CaptionFile(Array(text.utf8), format)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func subRipIsParsedWithAnyLineEnding(lineEnding: String) {
        let lines = [
            "1", "00:00:01,000 --> 00:00:02,500", "one", "", "still one", "", "2",
            "00:00:03,000 --> 00:00:04,000 X1:0 Y1:0", "in 1984", "1984", "", "3",
            "00:00:05,000 --> 00:00:06,000", "", "01:00:00.5-->01:00:01.25", "a --> b",
        ]
        let file = file(lines.joined(separator: lineEnding), .subRip)
        #expect(
            file.cues == [
                CaptionCue(start: 1_000, end: 2_500, text: "one\nstill one"),
                CaptionCue(start: 3_000, end: 4_000, text: "in 1984\n1984"),
                CaptionCue(start: 3_600_500, end: 3_601_250, text: "a --&gt; b"),
            ])
        #expect(file.discardedCount == 0)
    }

    @Test func webVTTIsParsedWithoutNotesStylesAndRegions() {
        let text = """
            \u{FEFF}WEBVTT - a title
            Language: en

            NOTE
            nothing

            STYLE
            ::cue { color: red }

            intro
            00:01.000 --> 00:02.000 line:0 region:r align:start junk position:10%,line-left
            a <i>b</i>

            no cue

            00:00:03.000 --> 00:00:02.000
            backwards
            """
        let file = file(text, .webVTT)
        let settings = "line:0 align:start position:10%,line-left"
        #expect(
            file.cues == [
                CaptionCue(start: 1_000, end: 2_000, text: "a <i>b</i>", settings: settings)
            ])
        #expect(file.discardedCount == 1)
    }

    @Test func missingWebVTTSignatureYieldsNoCues() {
        #expect(file("00:01.000 --> 00:02.000\na", .webVTT).cues.isEmpty)
    }

    @Test(arguments: [
        ("00:00:01,000 --> 00:00:02,000", 1_000, 2_000), ("01:02.5 --> 01:03", 62_500, 63_000),
        (" 0:0:1.5 -->\t0:0:2.25 ", 1_500, 2_250), ("9999:59:59,999 --> 9999:59:59,999", 0, 0),
        ("00:60:00,000 --> 01:00:00,000", 0, 0), ("1 --> 2", 0, 0), ("-1:00 --> 1:00", 0, 0),
        ("00:00:01 -> 00:00:02", 0, 0), ("99999:00:00 --> 99999:00:01", 0, 0),
        ("00:00:01,0000 --> 00:00:02", 0, 0), ("00:00:٠١ --> 00:00:02", 0, 0),
        ("00:00:01\u{301} --> 00:00:02", 0, 0), ("-->", 0, 0), ("", 0, 0),
    ])
    func timesAreParsedStrictly(line: String, start: Int, end: Int) {
        let timing = CaptionCueTiming(line)
        #expect(timing?.start == (end > 0 ? start : nil))
        #expect(timing?.end == (end > 0 ? end : nil))
    }

    @Test func numberOfCuesIsLimited() {
        let text = String(repeating: "00:01.000 --> 00:02.000\na\n\n", count: 20_010)
        let file = file(text, .subRip)
        #expect(file.cues.count == CaptionFile.maximumCues)
        #expect(file.discardedCount == 10)
    }

    /// Random bytes result in valid WebVTT: no line of a text is empty or contains an arrow.
    @Test(arguments: [CaptionFormat.subRip, .webVTT])
    func randomBytesResultInValidWebVTT(format: CaptionFormat) {
        let fragments =
            [
                "WEBVTT", "\n", "\n\n", "\r", "1", "00:00:01,000 --> 00:00:02,000", "-->", "<i>",
                "</b>",
                "<", ">", "&", "&#0;", "&lt;", "{\\", "}", "NOTE", "\u{0}", "\u{301}", "ﷺ", " ",
                "a:b",
                "\u{2028}",
            ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xFF, 0xFE]]
        // A linear congruential generator (Knuth, MMIX), so that failures are reproducible.
        var state: UInt64 = 20_251_121
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var cueCount = 0
        for _ in 0..<2_000 {
            var bytes = Array("WEBVTT\n\n00:00:01,000 --> 00:00:02,000\n".utf8)
            for _ in 0..<next(30) { bytes += fragments[next(fragments.count)] }
            let file = CaptionFile(bytes, format)
            cueCount += file.cues.count
            for cue in file.cues {
                let lines = cue.text.unicodeScalars.split(
                    separator: "\n", omittingEmptySubsequences: false)
                #expect(cue.start < cue.end)
                #expect(lines.allSatisfy { !$0.isEmpty })
                #expect(!cue.text.utf8.contains(0) && !cue.text.unicodeScalars.contains("\r"))
                #expect(!cue.text.contains("-->") && !cue.settings.contains("-->"))
            }
        }
        #expect(cueCount > 1_000)
    }
}
