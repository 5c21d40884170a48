import SystemPackage
import Testing

@testable import Storage

@Suite struct LocationTests {
    @Test(arguments: [
        ("clip.mp4", "clip.mp4", "clip"), ("s3://bucket/a//../b c.mov", "b c.mov", "b c"),
        ("s3://bucket/", "", ""), ("https://host/a%20b.mp4?X-Amz-Signature=1", "a b.mp4", "a b"),
        ("http://host:80", "", ""),
    ])
    func fileNameIsTheLastPart(text: String, name: String, stem: String) throws {
        let location = try Location(checking: text)
        #expect(location.fileName == name)
        #expect(location.stem == stem)
        #expect(location.text == text)
    }

    @Test(arguments: [
        "", "s3://B", "s3:///key", "https://", "https://user:secret@host/a", "http://",
    ])
    func invalidTextIsNoLocation(text: String) {
        #expect(throws: StorageError.self) { try Location(checking: text) }
    }

    /// A package at a mistyped URL would be published in a local folder.
    @Test(arguments: ["s4://bucket/a", "s3:/bucket/a", "S3://bucket/a", "htps://host/a", "gs://b"])
    func mistypedURLIsNoPath(text: String) throws {
        let error = #expect(throws: StorageError.self) { try Location(checking: text) }
        #expect(try #require(error).reason.contains("URLs begin with s3://"))
        #expect(try Location(checking: "./" + text).path != nil)
    }

    @Test(arguments: ["a: b/c.mp4", "c:/clip.mp4", "10:30.mp4", "a/b:/c"])
    func nameWithAColonIsAPath(text: String) throws {
        #expect(try Location(checking: text).path == FilePath(text))
    }

    @Test(arguments: [
        ("s3://bucket/a/../b", true), ("s3://bucket/./b", true), ("s3://bucket/..", true),
        ("s3://bucket/a..b/.c", false), ("s3://bucket/", false), ("a/../b", false),
    ])
    func keysWithDotSegmentsAreRefused(text: String, hasThem: Bool) throws {
        let location = try Location(checking: text)
        let isRefused = (try? location.checkDotSegments()) == nil
        #expect(isRefused == hasThem)
    }

    @Test func messagesHaveNoQuery() throws {
        let location = try Location(checking: "https://host/a.mp4?X-Amz-Signature=secret#part")
        #expect(location.description == "https://host/a.mp4")
        let error = StorageError("open", location, 5)
        #expect(!"\(error)".contains("secret"))
        let invalid = #expect(throws: StorageError.self) {
            try Location(checking: "https://user@host/a?token=secret")
        }
        #expect(!"\(try #require(invalid))".contains("secret"))
        let user = #expect(throws: StorageError.self) {
            try Location(checking: "https://user:secret@host/a")
        }
        let text = "\(try #require(user))"
        #expect(!text.contains("secret") && text.contains("host/a: "))
    }

    @Test func siblingsAreBesideAnObject() throws {
        let object = try Location(checking: "s3://bucket/a//clip.mp4")
        #expect(object.sibling("clip.srt")?.text == "s3://bucket/a//clip.srt")
        #expect(try Location(checking: "s3://bucket/clip").sibling("b")?.text == "s3://bucket/b")
        #expect(try Location(checking: "https://host/clip.mp4").sibling("clip.srt") == nil)
        #expect(Location("a/clip.mp4").sibling("b.srt") == Location("a/b.srt"))
    }

    @Test(arguments: [
        ("s3://bucket/a/b", "s3://bucket/a", true), ("s3://bucket/a/b", "s3://bucket/a/", true),
        ("s3://bucket/ab", "s3://bucket/a", false), ("s3://bucket/a", "s3://bucket/", true),
        ("s3://other/a", "s3://bucket/", false), ("a/b", "a", true), ("ab", "a", false),
        ("a", "s3://bucket/", false),
    ])
    func locationIsBelowAPrefix(text: String, folder: String, isBelow: Bool) throws {
        #expect(try Location(checking: text).isBelow(Location(checking: folder)) == isBelow)
    }

    /// A signature is no part of what a URL names; the digest of other parameters is, since records must not have a secret.
    @Test(arguments: [
        ("https://h/a?X-Amz-Signature=1&X-Amz-Date=2", "https://h/a"),
        (
            "https://h/a?id=7&Signature=1&Expires=9",
            "https://h/a?sha256:f422c82d6db73d91a989d2108c4a9963c4d0be4bc893e5e25cbade0adcf292af"
        ),
        ("https://h/a", "https://h/a"),
    ])
    func identityHasNoSignature(text: String, identity: String) throws {
        #expect(try WebLocation(text).identity == identity)
    }

    @Test(arguments: [
        ("https://h/a?X-Amz-Date=20261125T120000Z&X-Amz-Expires=60", 1_795_608_059.0, false),
        ("https://h/a?X-Amz-Date=20261125T120000Z&X-Amz-Expires=60", 1_795_608_061.0, true),
        ("https://h/a?Expires=100", 101.0, true), ("https://h/a?Expires=100", 99.0, false),
        ("https://h/a?se=2026-11-25T12%3A00%3A00Z&sig=x", 1_795_608_001.0, true),
        ("https://h/a?date=1", 1e12, false),
    ])
    func expiryIsRead(text: String, now: Double, isExpired: Bool) throws {
        #expect(try WebLocation(text).isExpired(at: now) == isExpired)
    }
}
