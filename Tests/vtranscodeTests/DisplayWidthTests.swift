import Testing

@testable import vtranscode

@Suite struct DisplayWidthTests {
    /// Unicode Standard Annex 11, and the width of emoji on terminals.
    @Test(arguments: [
        ("", 0), ("clip.mp4", 8), ("日本語", 6), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("e\u{301}", 1),
        ("🎬", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("a\u{200B}b", 2), ("█░…", 3),
        ("\u{1b}[32mok\u{1b}[0m", 2), ("\u{20000}", 2),
    ])
    func widths(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test(arguments: [
        ("holiday.mp4", 11, "holiday.mp4"), ("holiday.mp4", 5, "holi…"), ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"), ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func truncation(text: String, limit: Int, result: String) {
        #expect(text.truncated(toWidth: limit) == result)
        #expect(result.displayWidth <= limit)
    }

    @Test(arguments: [
        ("in/holiday.mp4", 8, "…day.mp4"), ("日本語", 5, "…本語"), ("日本語", 4, "…語"), ("abc", 3, "abc"),
        ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func truncationAtTheStart(text: String, limit: Int, result: String) {
        #expect(text.truncatedAtStart(toWidth: limit) == result)
    }

    @Test func padding() {
        #expect("日本".padded(toWidth: 6) + "|" == "日本  |")
        #expect("9".rightAligned(toWidth: 3) == "  9")
        #expect("long".padded(toWidth: 2) == "long")
    }

    /// File names may try to clear the screen, forge a line, or reverse the text direction.
    @Test(arguments: [
        "a\u{1b}[2Jb", "a\nb", "a\r\nb", "a\u{202E}b", "a\u{2028}b", "a\u{9B}b", "a\u{7}b",
    ])
    func controlCharactersOfNamesAreReplaced(name: String) {
        let printable = name.printable
        #expect(printable.hasPrefix("a\u{FFFD}") && printable.hasSuffix("b"))
        #expect(!printable.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
}
