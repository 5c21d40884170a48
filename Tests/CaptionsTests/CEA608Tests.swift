import HLS
import TestSupport
import Testing

@testable import Captions

/// CEA-608 byte pairs are decoded to caption cues (CTA-608-E; 47 CFR 79.101).
@Suite struct CEA608Tests {
    /// A text in the notation of `CEA608Text`, all of whose pairs are in one frame.
    private typealias Step = (time: Int, text: String)

    private func field(_ steps: [Step], channel: Int = 1) -> CEA608Field {
        var field = CEA608Field()
        for (time, text) in steps {
            for pair in CEA608Text.pairs(text, channel: channel) {
                field.decode(CEA608Pair(pair), at: time)
            }
        }
        field.finish(at: 60_000)
        return field
    }

    private func cues(_ steps: [Step]) -> [CaptionCue] { field(steps).channels[0].cues }

    @Test func popOnCaptionLastsFromEndOfCaptionToErasure() {
        let cues = cues([
            (0, "{RCL}{ENM}{14:4}ONE{15:8}TWO"), (1_000, "{EOC}"),
            (2_000, "{RCL}{ENM}{15}NEXT"), (3_000, "{EOC}"), (4_000, "{EDM}"),
        ])
        #expect(
            cues == [
                CaptionCue(start: 1_000, end: 3_000, text: "ONE\nTWO"),
                CaptionCue(start: 3_000, end: 4_000, text: "NEXT"),
            ])
    }

    /// End of Caption swaps the displayed and the non-displayed memory.
    @Test func endOfCaptionSwapsMemories() {
        let cues = cues([
            (0, "{RCL}{15}A{EOC}"), (1_000, "{15}B{EOC}"), (2_000, "{EOC}"), (3_000, "{EDM}"),
        ])
        #expect(cues.map(\.text) == ["A", "B", "A"])
    }

    /// A decoder displays two to four rows; each is in one caption cue only.
    @Test(arguments: ["RU2", "RU3", "RU4"])
    func rolledUpLinesAppearOnce(mode: String) {
        let cues = cues([
            (0, "{\(mode)}{CR}{15}"), (100, "one "), (500, "two"), (2_000, "{\(mode)}{CR}{15}"),
            (2_100, "three"), (4_000, "{CR}"), (5_000, "four"), (7_000, "{EDM}"),
        ])
        #expect(
            cues == [
                CaptionCue(start: 100, end: 2_100, text: "one two"),
                CaptionCue(start: 2_100, end: 5_000, text: "three"),
                CaptionCue(start: 5_000, end: 7_000, text: "four"),
            ])
    }

    /// Rows that are painted within the maximum interval and erased together are one caption cue.
    @Test func paintedRowsStartWithTheirFirstCharacter() {
        let cues = cues([
            (0, "{RDC}{14}"), (100, "one"), (600, "{15}two"), (3_000, "{13}three"),
            (5_000, "{EDM}"),
        ])
        #expect(
            cues == [
                CaptionCue(start: 3_000, end: 5_000, text: "three", settings: "line:74%"),
                CaptionCue(start: 100, end: 5_000, text: "one\ntwo", settings: "line:79%"),
            ])
    }

    /// New characters replace old ones; the rest of the row remains until it is deleted.
    @Test(arguments: [("", "TWORTEEN"), ("{DER}", "TWO")])
    func paintedRowsAreReplaced(before: String, text: String) {
        let cues = cues([
            (0, "{RDC}{15}FOURTEEN"), (100, "{BS}{BS}EN"), (2_000, "{15}\(before)TWO"),
            (4_000, "{EDM}"),
        ])
        #expect(cues.map(\.text) == ["FOURTEEN", text])
        #expect(cues.map(\.end) == [2_000, 4_000])
    }

    @Test func rollUpErasesDisplayedCaptions() {
        let cues = cues([
            (0, "{RCL}{15}pop{EOC}"), (1_000, "{RU2}"), (1_500, "roll"), (2_000, "{EOC}"),
            (3_000, "{EDM}"),
        ])
        #expect(
            cues == [
                CaptionCue(start: 0, end: 1_000, text: "pop"),
                CaptionCue(start: 1_500, end: 2_000, text: "roll"),
            ])
    }

    /// Decoders erase the screen after 16 s without data.
    @Test(arguments: [(1_000, 17_000), (50_000, 60_000)])
    func unerasedCaptionEndsAfterTimeout(start: Int, end: Int) {
        #expect(
            cues([(start, "{RCL}{15}A{EOC}")])
                == [CaptionCue(start: start, end: end, text: "A")])
    }

    @Test(arguments: [
        ("{15}a{1128}b{112E}c", "a b <i>c</i>"), ("{147E}a", "a"), ("{146E}a", "<i>a</i>"),
        ("{146F}a{1121}b", "<i><u>a </u></i><u>b</u>"), ("{15}'*\\^_`|~", "’áéíóú÷ñ"),
        ("{15}{1130}{1137}a{1139}b", "®♪a b"), ("{15}E{1220}e{1231}A{1320}", "ÁÂÃ"),
        ("{15}<i>&", "&lt;i&gt;&amp;"), ("{15}a{1722}b", "a b"), ("{15:28}123456", "1236"),
        ("{15:28}123E{1220}", "123Á"), ("{15:28}12345E{1220}", "123Á"),
        ("{15:28}1234{BS}5", "1254"), ("{15:28}1234{1721}5", "1235"),
        ("{15}abc{BS}{BS}d", "ad"), ("{15}abc{15:0}{DER}d", "d"),
        ("{15}a  b   {15:12} c ", "a b c"), ("{15}  ", nil), ("{105E}a", "a"), ("{107E}a", "a"),
    ])
    func charactersAndStyles(text: String, cue: String?) {
        let cues = cues([(0, "{RCL}\(text)"), (1_000, "{EOC}"), (2_000, "{EDM}")])
        #expect(cues.map(\.text) == (cue.map { [$0] } ?? []))
    }

    /// Text in the last four rows has the default position; other text has its own.
    @Test(arguments: [
        ("{15}a", [""]), ("{12}a{13}b", [""]), ("{1}a", ["line:10%"]), ("{11}a", ["line:63%"]),
        ("{1}a{2}b", ["line:10%"]), ("{2}a{15}b", ["line:15%", "line:84%"]),
    ])
    func rowsBecomeLineSettings(text: String, settings: [String]) {
        let cues = cues([(0, "{RCL}\(text)"), (1_000, "{EOC}"), (2_000, "{EDM}")])
        #expect(cues.map(\.settings) == settings)
    }

    @Test func channelsOfOneFieldAreSeparate() {
        let steps: [(Int, String, Int)] = [
            (0, "{RCL}{15}one", 1), (0, "{RCL}{15}two", 2), (1_000, "{EOC}", 1),
            (2_000, "{EOC}", 2), (3_000, "{EDM}", 1), (4_000, "{EDM}", 2),
        ]
        var field = CEA608Field()
        for (time, text, channel) in steps {
            for pair in CEA608Text.pairs(text, channel: channel) {
                field.decode(CEA608Pair(pair), at: time)
            }
        }
        #expect(
            field.channels.map(\.cues) == [
                [CaptionCue(start: 1_000, end: 3_000, text: "one")],
                [CaptionCue(start: 2_000, end: 4_000, text: "two")],
            ])
    }

    /// Text mode and extended data, such as the program's title, interrupt captions.
    @Test func textModeAndExtendedDataAreIgnored() {
        let cues = cues([
            (0, "{RCL}{15}one"), (100, "{TR}weather{CR}{BS}{RCL} two"),
            (200, "\u{1}\u{3}Title\u{F}x{RCL} three"), (1_000, "{EOC}"), (2_000, "{EDM}"),
        ])
        #expect(cues.map(\.text) == ["one two three"])
    }

    /// Commands are sent twice, so a third one is another command; a parity error affects a character or a pair.
    @Test func repeatedCommandsAndParityErrorsAreHandled() {
        var field = CEA608Field()
        func decode(_ pairs: [CEA608Text.Pair], _ time: Int = 0) {
            for pair in pairs { field.decode(CEA608Pair(pair), at: time) }
        }
        let back = CEA608Text.Pair(0x14, 0x21)
        decode(CEA608Text.pairs("{RCL}{15}abcd") + [back, back, back] + CEA608Text.pairs("ef"))
        field.decode(CEA608Pair(field: 0, first: 0x78, second: 0x67), at: 0)
        field.decode(CEA608Pair(field: 0, first: 0x14, second: 0xAC), at: 0)
        decode(CEA608Text.pairs("{EOC}"), 1_000)
        field.decode(CEA608Pair(field: 0, first: 0x94, second: 0xAC), at: 1_500)
        decode(CEA608Text.pairs("{EDM}"), 2_000)
        #expect(field.channels[0].cues == [CaptionCue(start: 1_000, end: 2_000, text: "abef█g")])
    }

    /// Random pairs neither trap nor exceed the limits.
    @Test func randomPairsStayWithinLimits() {
        var field = CEA608Field()
        var state: UInt32 = 1
        for time in 0..<600_000 {
            state = state &* 1_664_525 &+ 1_013_904_223
            let (first, second) = (UInt8(state >> 24), UInt8(state >> 16 & 0xFF))
            let commands: [UInt8] = [0x94, 0x15, 0x11, 0x92, 0x13]
            let isCommand = state >> 8 & 3 == 0
            field.decode(
                CEA608Pair(
                    field: 0, first: isCommand ? commands[Int(first) % 5] : first, second: second),
                at: time)
        }
        field.finish(at: 700_000)
        for channel in field.channels {
            #expect(channel.cues.allSatisfy { $0.start < $0.end && $0.text.utf8.count < 10_000 })
            #expect(channel.cues.count <= CaptionFile.maximumCues)
        }
        #expect(!field.channels[0].cues.isEmpty)
    }

    /// Two commands display a full screen again; the limit holds for any number of them.
    @Test func repeatedScreensAreLimited() {
        let rows = (1...15).map { "{\($0)}" + String(repeating: "<", count: 32) }.joined()
        var steps: [Step] = [(0, "{RCL}\(rows)")]
        steps += (1...25_000).map { (10 * $0, "{EOC}") }
        let channel = field(steps).channels[0]
        #expect(channel.cues.reduce(0) { $0 + $1.byteCount } < 11_000_000)
        #expect(channel.cues.count + channel.discardedCount == 12_500)
    }
}

extension CEA608Pair {
    fileprivate init(_ pair: CEA608Text.Pair) {
        self.init(field: 0, first: pair.first, second: pair.second)
    }
}
