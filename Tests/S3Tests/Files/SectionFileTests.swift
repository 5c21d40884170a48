import Foundation
import Testing

@testable import S3

/// The format of the AWS tools' shared files.
@Suite struct SectionFileTests {
    @Test func keysAndNestedKeysAreRead() throws {
        let file = SectionFile(
            """
            # a comment
            [profile video]  ; another one
            Region = eu-west-1   # after white space
            secret = a#b;c
            s3 =
              addressing_style = path
            empty =
            long = one
               two
            """, file: "config")
        #expect(file.problems.isEmpty)
        let section = try #require(file.sections.first)
        #expect(section.name == "profile video")
        #expect(section.value(of: "region") == "eu-west-1")
        #expect(section.value(of: "secret") == "a#b;c")
        #expect(section.value(of: "addressing_style", in: "s3") == "path")
        #expect(section.value(of: "empty") == nil)
        #expect(section.value(of: "long") == "one\ntwo")
    }

    @Test func positionsCountFromOne() throws {
        let file = SectionFile("[ a ]\r\nkéy  =  value\r\n", file: "config")
        let section = try #require(file.sections.first)
        #expect((section.line, section.column) == (1, 3))
        let entry = try #require(section.entries.first)
        #expect((entry.line, entry.column, entry.valueColumn) == (2, 1, 9))
    }

    @Test func lastOfEqualKeysCounts() throws {
        let file = SectionFile("[a]\nregion = one\nregion = two", file: "config")
        #expect(file.sections.first?.value(of: "region") == "two")
    }

    @Test func everyUnreadableLineIsAProblemWithoutItsText() {
        let file = SectionFile(
            "early = secret1\n[a\n[]\n[b]\nsecret2\n = secret3\n  [c] secret4\n", file: "config")
        #expect(
            file.problems.map(\.position) == [
                "config:1:1", "config:2:1", "config:3:1", "config:5:1", "config:6:2", "config:7:3",
            ])
        let texts = file.problems.map(\.description)
        #expect(!texts.contains { $0.contains("secret") })
    }

    @Test func indentedLineNeedsAKeyAboveIt() {
        let file = SectionFile("[a]\n  region = x", file: "config")
        #expect(file.problems.map(\.position) == ["config:2:3"])
    }
}
