import Testing

@testable import S3

@Suite struct ResponseReaderTests {
    private func parse(_ text: String) -> ResponseElement? {
        ResponseReader.parse(Array(text.utf8))
    }

    @Test func responseIsParsed() throws {
        let root = try #require(
            parse(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <ListBucketResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>
                  <Contents a="b>"><Key>a&amp;&lt;&#x41;&#66;é</Key><Size>1</Size></Contents>
                  <Contents><Key></Key></Contents><Empty/>
                </ListBucketResult>

                """))
        #expect(root.name == "ListBucketResult")
        #expect(root.all("Contents").map { $0["Key"] } == ["a&<ABé", ""])
        #expect(root.all("Contents")[0]["Size"] == "1")
        #expect(root["Empty"] == "")
        #expect(root["Absent"] == nil)
    }

    @Test(arguments: [
        "", "text", "<a>", "<a></b>", "<a/><b/>", "<a>&unknown;</a>", "<a>&#xD800;</a>",
        "<a>&#x110000;</a>", "<a>&", "<a b></a>", "<a b=c></a>", "<a b='></a>", "<!DOCTYPE a><a/>",
        "<a><!-- --></a>", "<a><![CDATA[b]]></a>", "<a>text", "<?xml <a/>", "< a/>",
    ])
    func responseIsRejected(_ text: String) { #expect(parse(text) == nil) }

    @Test func firstTextOfANameIsFound() throws {
        let text = "<a><b><c/><d>1</d></b><d>2</d><e><d>3</d></e></a>"
        let root = try #require(ResponseReader.parse(Array(text.utf8)))
        #expect(root.firstText(of: "d") == "1")
        #expect(root.firstText(of: "c") == "")
        #expect(root.firstText(of: "b") == nil)
        #expect(root.firstText(of: "f") == nil)
    }

    @Test func depthAndCountAreLimited() {
        let nested = { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }
        #expect(parse(nested(8)) != nil)
        #expect(parse(nested(9)) == nil)
        #expect(parse("<a>" + String(repeating: "<b/>", count: 49_999) + "</a>") != nil)
        #expect(parse("<a>" + String(repeating: "<b/>", count: 50_000) + "</a>") == nil)
    }

    @Test func invalidUTF8IsRejected() {
        #expect(ResponseReader.parse(Array("<a>".utf8) + [0xff] + Array("</a>".utf8)) == nil)
    }
}
