import Foundation
import SystemPackage
import Testing

@testable import Storage

@Suite struct FilePathNamesTests {
    /// The kernel finds slashes by their bytes, also before a combining mark.
    @Test(
        arguments: [
            ("a", ".", "a", nil, "a"), ("a/b", "a", "b", nil, "b"), ("/a", "/", "a", nil, "a"),
            ("a/b.c/d.tar.gz", "a/b.c", "d.tar.gz", "gz", "d.tar"),
            (".hidden", ".", ".hidden", nil, ".hidden"),
            ("x/", ".", "x", nil, "x"), ("name.", ".", "name.", nil, "name."),
            ("name..", ".", "name..", nil, "name.."), ("..", ".", "..", nil, ".."),
            ("a/\u{301}b", "a", "\u{301}b", nil, "\u{301}b"),
            ("/\u{301}b", "/", "\u{301}b", nil, "\u{301}b"),
            ("/a/b//", "/a", "b", nil, "b"), ("a/..", "a", "..", nil, ".."),
        ] as [(String, FilePath, String, String?, String)])
    func pathIsSplit(
        text: String, parent: FilePath, name: String, suffix: String?, base: String
    ) throws {
        let path = try FilePath(checking: text)
        #expect(path.parent == parent)
        #expect(path.lastComponent?.string == name)
        #expect(path.lastComponent?.suffix == suffix)
        #expect(path.lastComponent?.base == base)
    }

    @Test(arguments: [("", "."), ("/", "/")] as [(FilePath, FilePath)])
    func pathWithoutANameHasAFolder(path: FilePath, parent: FilePath) {
        #expect(path.lastComponent == nil)
        #expect(path.parent == parent)
    }

    @Test(
        arguments: [
            ("", []), ("/", []), ("a", ["a"]), ("/a//b/./c/", ["a", "b", "c"]),
            ("a/../b", ["a", "..", "b"]),
            ("..\u{301}/x", ["..\u{301}", "x"]), ("../\u{301}x", ["..", "\u{301}x"]),
        ] as [(FilePath, [String])])
    func componentsAreListed(path: FilePath, names: [String]) {
        #expect(path.names.map(\.string) == names)
    }

    /// The kernel would open "a" for "a\0b".
    @Test(arguments: ["\0", "a\0b", "/a/b\0", "a/\0\u{301}/b"])
    func textWithAZeroByteIsNoPath(text: String) {
        let error = #expect(throws: StorageError.self) { try FilePath(checking: text) }
        #expect(error?.kind == .notAPath)
        #expect(error?.errno == EINVAL)
        #expect(error?.isNotFound == false)
        #expect(error?.description.hasSuffix(": check path: the path has a zero byte") == true)
        #expect(FilePath.Component(checking: text) == nil)
        let shown = FilePath(forMessage: text).string
        #expect(shown.utf8.count == text.utf8.count + 2)
        #expect(shown.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test(arguments: ["", "/", "a/b", "/a", "a/"])
    func textThatIsNoNameIsNoComponent(text: String) {
        #expect(FilePath.Component(checking: text) == nil)
    }

    @Test func emptyTextIsNoPath() {
        let error = #expect(throws: StorageError.self) { try FilePath(checking: "") }
        #expect(error?.kind == .notAPath)
        #expect(error?.errno == EINVAL)
        #expect(error?.reason == "the path is empty")
    }

    /// Slashes are normalized; `.` and `..` are not resolved, since the meaning of `..` depends on links before it.
    @Test(arguments: [
        ("a/", "a"), ("/a/b//", "/a/b"), ("a//b", "a/b"), ("//", "/"), ("/", "/"), (".", "."),
        ("..", ".."), ("../", ".."), ("../a", "../a"), ("/..", "/.."), ("a/../b/", "a/../b"),
        ("a/./b", "a/./b"), (" ", " "), ("caf\u{FFFD}", "caf\u{FFFD}"), ("e\u{301}", "e\u{301}"),
    ])
    func checkedPathHasTheTextWithoutExtraSlashes(text: String, expected: String) throws {
        let path = try FilePath(checking: text)
        #expect(Array(path.string.utf8) == Array(expected.utf8))
    }

    /// Names in a folder are any bytes; records and messages have text.
    @Test func pathThatIsNotUTF8IsTextInRecords() throws {
        let name = try #require(FilePath.Component(platformString: [0x61, -1, 0]))
        let path = FilePath("/in").appending(name)
        #expect(try FilePath(checking: path.string) != path)
        #expect(
            try StagedPackage(path: path, identity: "7").text
                == "{\"identity\":\"7\",\"path\":\"/in/a\u{FFFD}\"}")
    }

    @Test func recordOfAStagedPackageHasItsPathAsText() throws {
        let record = StagedPackage(path: "/out/.vtranscode/jobs/1/é", identity: "7")
        let text = try record.text
        #expect(text == #"{"identity":"7","path":"/out/.vtranscode/jobs/1/é"}"#)
        #expect(try JSONDecoder().decode(StagedPackage.self, from: Data(text.utf8)) == record)
        for text in [#"{"identity":"7","path":"/out\u0000/x"}"#, #"{"identity":"7","path":""}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(StagedPackage.self, from: Data(text.utf8))
            }
        }
    }
}

extension StagedPackage {
    fileprivate var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
