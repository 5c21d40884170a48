import Testing

@testable import HLS

/// RFC 8216, 4.2.
@Suite struct AttributeListTests {
    @Test func valuesAreReadByType() throws {
        let list = try AttributeList(
            parsing: "A=1,B-2=\"x,y=\u{301}z\",C=YES,D=\"\",E=\"\"\"\"".dropLast(2), line: 1)
        #expect(try list.plain("A") == "1")
        #expect(try list.quoted("B-2") == "x,y=\u{301}z")
        #expect(try list.flag("C"))
        #expect(try list.quoted("D") == "")
        #expect(try list.quoted("F") == nil)
        #expect(try !list.flag("F"))
    }

    /// A quote with an accent is one `Character`, and still a quote.
    @Test func quotesWithAccentsAreQuotes() throws {
        let list = try AttributeList(parsing: "A=\"\u{301}\",B=\"x\"", line: 1)
        #expect(try list.quoted("A") == "\u{301}")
        #expect(try list.quoted("B") == "x")
    }

    @Test(
        arguments: [
            ("", "an attribute without a value: "), ("A", "an attribute without a value: A"),
            ("A=1,", "an attribute without a value: "), ("a=1", "invalid attribute name: a"),
            ("=1", "invalid attribute name: "), (" A=1", "invalid attribute name:  A"),
            ("A=1,A=2", "duplicate A"), ("A=\"x", "A has no closing quote"),
            ("A=\"x\"y", "no comma after A"),
            ("A=", "A is empty, or contains a space or a quote"),
            ("A=x y", "A is empty, or contains a space or a quote"),
            ("A=x\"", "A is empty, or contains a space or a quote"),
        ])
    func invalidAttributeListIsRejected(text: String, reason: String) {
        let error = #expect(throws: PlaylistError.self) {
            try AttributeList(parsing: text[...], line: 7)
        }
        #expect(error == PlaylistError(7, reason))
    }
}
