import Logging
import Testing

@testable import vtranscode

@Suite struct TextStyleTests {
    /// no-color.org: any value but the empty string turns colors off.
    @Test(arguments: [
        (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": "1"], false),
        (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "dumb"], false),
    ])
    func colors(environment: [String: String], expected: Bool) {
        let style = TextStyle(environment: environment)
        #expect(style.hasColors == expected)
        #expect(style.red("x") == (expected ? "\u{1b}[31mx\u{1b}[0m" : "x"))
    }

    /// POSIX, 8.2: LC_ALL before LC_CTYPE before LANG; empty variables are ignored.
    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], true), (["LANG": "C"], false), ([:], false),
        (["LANG": "C.utf8", "LC_ALL": "C"], false), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
        (["LANG": "C.UTF-8", "LC_ALL": ""], true),
    ])
    func unicode(environment: [String: String], expected: Bool) {
        #expect(TextStyle(environment: environment).hasUnicode == expected)
    }

    @Test func logEventIsOneLine() {
        var log = StandardErrorLog(label: "libav", level: .info)
        log[metadataKey: "upload"] = "a\n.mp4"
        let event = LogEvent(
            level: .warning, message: "moov\nnot found", metadata: ["code": "1"], source: "",
            file: "", function: "", line: 0)
        #expect(
            log.line(for: event)
                == "warning libav: moov\u{FFFD}not found code=1 upload=a\u{FFFD}.mp4")
    }
}
