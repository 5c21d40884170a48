import Testing

@testable import Captions

/// The markup of each format is converted to WebVTT.
@Suite struct CaptionTextTests {
    @Test(arguments: [
        ("<i>a</i> <B>b</B> <u>c", "<i>a</i> <b>b</b> <u>c</u>"),
        (#"<font color="red">a</font>"#, "a"), ("{\\an8}top {kept}", "top {kept}"),
        ("a<br>b<br/>c", "a\nb\nc"), ("I <3 you < >", "I &lt;3 you &lt; &gt;"),
        ("<laughs> &amp;", "&lt;laughs&gt; &amp;amp;"), ("</i>a<i>", "a"),
        ("<i>a<b>b</i>c</b>", "<i>a<b>b</b></i><b>c</b>"), ("<", "&lt;"),
        ("<i", "&lt;i"), ("", nil), ("<i></i>", nil),
    ])
    func subRip(raw: String, text: String?) {
        #expect(CaptionFormat.subRip.cueText(raw) == text)
    }

    @Test(arguments: [
        ("<v Bob>Hi &amp; <c.loud>ho</c></v>", "Hi &amp; ho"), ("a<00:00:01.500>b", "ab"),
        ("&lt;i&gt;", "&lt;i&gt;"), ("&#60;&#x3e;&nbsp;&quot;", "&lt;&gt;\u{A0}\""),
        ("&bogus; & &#xD800;", "&amp;bogus; &amp; &amp;#xD800;"), ("--&gt;", "--&gt;"),
    ])
    func webVTT(raw: String, text: String) {
        #expect(CaptionFormat.webVTT.cueText(raw) == text)
    }

    /// Matroska, "SSA/ASS Subtitles": eight fields, then the text, which may contain commas.
    @Test(arguments: [
        ("0,0,Default,,0,0,0,,a, b", "a, b"),
        (#"0,0,Default,,0,0,0,,{\pos(1,2)\i1\blur3}a{\i0}\Nb\hc"#, "<i>a</i>\nb\u{A0}c"),
        (#"0,0,Default,,0,0,0,,{\b700}a{\r}b"#, "<b>a</b>b"),
        (#"0,0,Default,,0,0,0,,{\p1}m 0 0 l 9 9{\p0}a{comment}"#, "a"),
        (#"0,0,Default,,0,0,0,,{a"#, "{a"), ("0,0,Default,,0,0,0,,", nil), ("too,few", nil),
    ])
    func ass(event: String, text: String?) {
        #expect(CaptionFormat.ass.cueText(event) == text)
    }

    /// 3GPP TS 26.245, 5.17: a length, the text, boxes.
    @Test func movText() {
        func sample(_ text: [UInt8], _ boxes: [UInt8] = []) -> String? {
            MovText.cueText([UInt8(text.count >> 8), UInt8(text.count & 255)] + text + boxes)
        }
        // Characters 1 to 2 bold (1), 2 to 4 italic and underlined (6).
        let style: [UInt8] =
            [0, 0, 0, 34] + Array("styl".utf8) + [0, 2]
            + [0, 1, 0, 2, 0, 1, 1, 18, 255, 255, 255, 255]
            + [0, 2, 0, 4, 0, 1, 6, 18, 255, 255, 255, 255]
        #expect(sample(Array("aéc<".utf8), style) == "a<b>é</b><i><u>c&lt;</u></i>")
        #expect(sample(Array("a".utf8), Array(style.prefix(20))) == "a")
        #expect(sample([0xFE, 0xFF, 0x00, 0xE9]) == "é")
        #expect(sample([]) == nil)
        #expect(MovText.cueText([]) == nil)
        #expect(MovText.cueText([0, 200, 97, 98]) == "ab")
    }

    @Test(arguments: [
        ("hdmv_pgs_subtitle", false), ("dvd_subtitle", false), ("ttml", false), ("subrip", true),
        ("mov_text", true), ("webvtt", true), ("ass", true), ("text", true),
    ])
    func onlyTextFormatsAreSupported(codec: String, isSupported: Bool) {
        #expect((CaptionFormat(codec: codec) != nil) == isSupported)
    }

    /// The first alignment override determines the position, also in the legacy numbering.
    @Test(arguments: [
        (#"{\an8}a"#, "line:0"), (#"{\i1\an7}a{\an3}"#, "line:0 align:left"),
        (#"a{\an6}"#, "line:50% align:right"), (#"{\an1}"#, "align:left"), (#"{\an2}"#, ""),
        (#"{\a6}"#, "line:0"), (#"{\a9}"#, "line:50% align:left"), (#"{\a3}"#, "align:right"),
        (#"{\an0}{\an99999999999999999999}{\a4}{\alpha&H80&}"#, ""), (#"\an8 {an8 {\an8"#, ""),
    ])
    func alignmentOverridesBecomeSettings(text: String, settings: String) {
        #expect(CaptionAlignment.settings(overriddenIn: text) == settings)
        #expect(
            CaptionFormat.subRip.content(
                Array("x\(text)".utf8), settings: "", styles: ASSStyles(header: ""))?.settings
                == settings)
    }

    @Test(arguments: [
        ("V4+", "8", "line:0"), ("v4+", "1", "align:left"), ("V4", "6", "line:0"), ("V4+", "2", ""),
        ("V4", "8", ""), ("V4+", "x", ""), ("Fonts", "8", ""),
    ])
    func styleAlignmentsBecomeSettings(section: String, alignment: String, settings: String) {
        let header = """
            [Script Info]\r
            Style: Top, 1, 1\r
            [\(section) Styles]\r
            Format: Fontname, Name , Alignment\r
            Style: Arial, Top, \(alignment)\r
            Style: Arial, Short\r
            """
        let styles = ASSStyles(header: header)
        #expect(styles.settings(event: "0,0,*Top,,0,0,0,,a, b") == settings)
        #expect(styles.settings(event: #"0,0,Top,,0,0,0,,{\an3}a"#) == "align:right")
        #expect(styles.settings(event: "0,0,Other,,0,0,0,,a") == "")
        #expect(styles.settings(event: "0") == "")
    }
}
