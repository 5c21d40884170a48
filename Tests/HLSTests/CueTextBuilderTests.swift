import HLS
import Testing

@Suite struct CueTextBuilderTests {
    private func text(_ build: (inout CueTextBuilder) -> Void) -> String? {
        var builder = CueTextBuilder()
        build(&builder)
        return builder.finish()
    }

    /// WebVTT, 4.2.2: text cannot contain these characters; `-->` would begin a cue.
    @Test(arguments: [
        ("a & b", "a &amp; b"), ("1 < 2", "1 &lt; 2"), ("a --> b", "a --&gt; b"),
        ("a\tb\u{0}\u{7}c", "a bc"), ("👩‍🚀 é", "👩‍🚀 é"),
    ])
    func textIsEscaped(raw: String, escaped: String) {
        #expect(text { $0.append(raw) } == escaped)
    }

    /// WebVTT, 6.1: an empty line would end the cue.
    @Test(arguments: [
        ("a\nb", "a\nb"), ("a\r\nb\rc", "a\nb\nc"), ("\n\na\n \n\nb\n", "a\nb"),
        ("a\n\u{301}b", "a\n\u{301}b"),
    ])
    func emptyLinesAreRemoved(raw: String, lines: String) {
        #expect(text { $0.append(raw) } == lines)
    }

    @Test(arguments: ["", " \n\t ", "\u{A0}", "\u{0}"])
    func invisibleTextIsNil(raw: String) {
        #expect(text { $0.append(raw) } == nil)
        #expect(
            text {
                $0.set(.bold, true)
                $0.append(raw)
            } == nil)
    }

    @Test func tagsAreNested() {
        let crossed = text {
            $0.set(.bold, true)
            $0.append("b")
            $0.set(.italic, true)
            $0.append("bi")
            $0.set(.bold, false)
            $0.append("i")
        }
        #expect(crossed == "<b>b<i>bi</i></b><i>i</i>")
    }

    @Test func tagsAreBalanced() {
        let text = text {
            $0.set(.underline, false)
            $0.set(.underline, true)
            $0.set(.underline, true)
            $0.append("u")
        }
        #expect(text == "<u>u</u>")
    }

    @Test func longTextIsTruncated() {
        let text = text { $0.append(String(repeating: "x", count: 1_000_000)) }
        #expect(text?.count == CueTextBuilder.maximumLength)
    }
}
