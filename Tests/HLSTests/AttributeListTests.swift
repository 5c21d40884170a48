import Testing

@testable import HLS

/// RFC 8216, 4.2.
@Suite struct AttributeListTests {
    @Test func valuesAreReadByKind() throws {
        let list = try AttributeList(
            parsing: "A=1,B-2=\"x,y=\u{301}z\",C=YES,D=\"\",E=\"\"\"\"".dropLast(2), line: 1)
        #expect(try list.plain("A") == "1")
        #expect(try list.quoted("B-2") == "x,y=\u{301}z")
        #expect(try list.flag("C"))
        #expect(try list.quoted("D") == "")
        #expect(try list.quoted("F") == nil)
        #expect(try !list.flag("F"))
    }

    /// An accent behind a quote makes one character of both; it is still a quote.
    @Test func quotesAreFoundByByte() throws {
        let list = try AttributeList(parsing: "A=\"\u{301}\",B=\"x\"", line: 1)
        #expect(try list.quoted("A") == "\u{301}")
        #expect(try list.quoted("B") == "x")
    }

    @Test(
        arguments: [
            ("", "an attribute without a value: "), ("A", "an attribute without a value: A"),
            ("A=1,", "an attribute without a value: "), ("a=1", "not an attribute's name: a"),
            ("=1", "not an attribute's name: "), (" A=1", "not an attribute's name:  A"),
            ("A=1,A=2", "A twice"), ("A=\"x", "A has no closing quote"),
            ("A=\"x\"y", "no comma behind A"),
            ("A=", "A has no value, or a space or a quote in it"),
            ("A=x y", "A has no value, or a space or a quote in it"),
            ("A=x\"", "A has no value, or a space or a quote in it"),
        ])
    func anythingElseIsRefused(text: String, reason: String) {
        let error = #expect(throws: PlaylistError.self) {
            try AttributeList(parsing: text[...], line: 7)
        }
        #expect(error == PlaylistError(7, reason))
    }
}
