import MediaUnits
import Testing

@testable import CuePoints

@Suite struct CuePointFileTests {
    private func read(_ text: String, _ name: String) throws -> [CuePoint] {
        try CuePointFile.read(Array(text.utf8), named: name)
    }

    private func mistake(_ text: String, _ name: String) -> String? {
        do {
            _ = try read(text, name)
            return nil
        } catch let error as CuePointFileError {
            return "\(error.line):\(error.column) \(error.message)"
        } catch {
            return "\(error)"
        }
    }

    @Test func tableHasColumnsInAnyOrder() throws {
        let text = """
            id,time,asset-list,duration\r
            pre,start,https://ads.example/pre.json,\r

            "b ""1",never,,
            """
        #expect(
            mistake(text, "a.cues.csv")
                == "4:1 'b \"1' is not an identifier of 1 to 128 ASCII characters without quotes and backslashes"
        )
        let valid = """
            \u{FEFF}id,  time  ,asset-list,duration
            pre,start,"https://ads.example/a,b.json",15
            ,1:30.5,,
            "mid 2",600s,,1m
            post,end,https://ads.example/post.json,30s
            """
        #expect(
            try read(valid, "a.cues.csv") == [
                CuePoint(
                    .start, id: "pre", duration: Rational(15),
                    assetList: "https://ads.example/a,b.json"),
                CuePoint(.time(Rational(181, 2))),
                CuePoint(.time(Rational(600)), id: "mid 2", duration: Rational(60)),
                CuePoint(
                    .end, id: "post", duration: Rational(30),
                    assetList: "https://ads.example/post.json"),
            ])
    }

    @Test(arguments: [
        ("", "1:1 it has no line with the names of the columns"),
        ("id\n", "1:1 the column time is missing"),
        (
            "time,tiem\n",
            "1:6 'tiem' is not the name of a column, or occurs twice; the names are time, id, duration, asset-list"
        ),
        ("time,id\n5,a\nsoon,b\n", "3:1 'soon' is not a time; write 90, 1:30, start or end"),
        ("time,id\n5\n", "2:1 the line has 1 field instead of 2"),
        (
            "time,id\n5,é\n",
            "2:3 'é' is not an identifier of 1 to 128 ASCII characters without quotes and backslashes"
        ),
        ("id,time\n\"é\n", "2:1 the quote is not closed"),
        ("time,id\n\"5\"6,b\n", "2:4 text follows a closing quote"),
        ("time,duration\n5,0\n", "2:3 '0' is not the duration of a break; write 15, 30s or 1m"),
        ("time,asset-list\n5,http://a/\n", "2:3 'http://a/' is not an https URL"),
    ])
    func mistakesOfTablesHaveTheirPosition(_ text: String, _ message: String) {
        #expect(mistake(text, "a.cues.csv") == message)
    }

    private static let start =
        "<?xml version=\"1.0\"?>\n<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\">\n"

    @Test func linearBreaksOfVMAPAreCuePoints() throws {
        let text =
            Self.start + """
                <!-- <vmap:AdBreak timeOffset="00:00:01"/> -->
                <vmap:AdBreak timeOffset="start" breakType="linear" breakId="pre">
                  <vmap:AdSource id="1"><vmap:AdTagURI><![CDATA[https://x/?a<b]]></vmap:AdTagURI></vmap:AdSource>
                </vmap:AdBreak>
                <vmap:AdBreak breakType='linear,nonlinear' timeOffset='00:10:23.125' breakId='a&amp;b'/>
                <vmap:AdBreak timeOffset="00:00:20.000" breakType="nonlinear" breakId="overlay"/>
                <vmap:AdBreak timeOffset="end" breakType="linear"></vmap:AdBreak>
                </vmap:VMAP>

                """
        #expect(
            try read(text, "clip.vmap") == [
                CuePoint(.start, id: "pre"),
                CuePoint(.time(Rational(4985, 8)), id: "a&b"), CuePoint(.end),
            ])
    }

    @Test(arguments: [
        ("<a/>", "1:1 the root element is not VMAP"),
        ("", "1:1 it has no element"),
        ("<VMAP>", "1:7 VMAP has no end tag"),
        (
            "<VMAP>\n<AdBreak timeOffset='50%' breakType='linear'/></VMAP>",
            "2:22 '50%' is not a supported timeOffset; write 00:01:30.000, start or end"
        ),
        (
            "<VMAP><AdBreak timeOffset='start' repeatAfter='00:15:00'/></VMAP>",
            "1:48 repeatAfter is not supported; list each break"
        ),
        ("<VMAP>\n <AdBreak breakType='linear'/></VMAP>", "2:2 AdBreak has no timeOffset"),
        ("<VMAP>\n</AdBreak></VMAP>", "2:1 the end tag AdBreak matches no start tag"),
        ("<VMAP><AdBreak timeOffset=start/></VMAP>", "1:27 the value is not in quotes"),
        ("<VMAP><AdBreak a='1' a='2'/></VMAP>", "1:22 the attribute a occurs twice"),
        ("<VMAP><AdBreak timeOffset='&x;'/></VMAP>", "1:27 the value has an unknown reference"),
        ("<VMAP></VMAP><VMAP/>", "1:14 a second root element"),
        ("<VMAP></VMAP> text", "1:15 text outside of the root element"),
        ("<!DOCTYPE VMAP [<!ENTITY a 'b'>]><VMAP/>", "1:1 a document type is not supported"),
        ("<VMAP><!-- ", "1:7 --> is missing"),
    ])
    func mistakesOfVMAPHaveTheirPosition(_ text: String, _ message: String) {
        #expect(mistake(text, "clip.vmap.xml") == message)
    }

    @Test func nestingIsLimited() {
        let deep = String(repeating: "<VMAP>", count: 1000)
        #expect(mistake(deep, "clip.vmap") == "1:601 too many levels")
    }

    @Test func bytesThatAreNoTextAreRejected() {
        let error = #expect(throws: CuePointFileError.self) {
            try CuePointFile.read([0x74, 0xFF], named: "a.cues.csv")
        }
        #expect(error?.message == "it is not text in UTF-8")
    }
}
