import Foundation
import JobQueue
import SystemPackage
import TestSupport
import Testing

@testable import StatusServer

@Suite struct MediaRootTests {
    private let folder: TemporaryFolder
    private let root: MediaRoot
    private let path: String

    /// Creates root/in/a.mp4, links beside it, and a file outside of the root.
    init() throws {
        folder = try TemporaryFolder("served")
        let whole = try folder.folder("root/in").deletingLastPathComponent()
        path = String(whole.path(percentEncoded: false).dropLast())
        let files = FileManager.default
        for name in ["root/in/a.mp4", "root/in/..a", "secret.mp4", "root-2.mp4"] {
            try Data("x".utf8).write(to: folder.file(name))
        }
        for (link, target) in [
            ("root/out-of-it", folder.url.path(percentEncoded: false)),
            ("root/in/link.mp4", "a.mp4"),
            ("root/loop", "loop"), ("root/inner", "in"),
        ] {
            try files.createSymbolicLink(
                atPath: folder.file(link).path(percentEncoded: false), withDestinationPath: target)
        }
        root = try MediaRoot(FilePath(path))
    }

    @Test(arguments: ["in/a.mp4", "./in//a.mp4", "ROOT/in/a.mp4", "ROOT//in/./a.mp4"])
    func uploadBelowRootIsAccepted(_ text: String) throws {
        #expect(try root.upload(text.replacing("ROOT", with: path)).string == path + "/in/a.mp4")
    }

    @Test func dotsInNamesAreAccepted() throws {
        #expect(try root.upload("in/..a").string == path + "/in/..a")
    }

    @Test(arguments: [
        ("", MediaPathError.invalid), ("in/a.mp4\0.jpg", .invalid),
        (String(repeating: "a/", count: 2049), .invalid),
        ("../secret.mp4", .outside), ("in/../in/a.mp4", .outside), ("/etc/passwd", .outside),
        ("ROOT/../secret.mp4", .outside), ("ROOT-2.mp4", .outside), ("/", .outside),
        // A slash with a combining mark is one character in Swift, and two for the kernel.
        ("../\u{301}secret.mp4", .outside), ("in/../\u{301}x", .outside),
        ("out-of-it/\u{301}x", .link), ("in/a.mp4\0\u{301}.jpg", .invalid),
        ("/\u{301}x/secret.mp4", .outside),
        ("out-of-it/secret.mp4", .link), ("in/link.mp4", .link), ("inner/a.mp4", .link),
        ("loop", .link), ("loop/a", .link),
        ("in/b.mp4", .missing), ("in/a.mp4/b", .missing), ("missing/a.mp4", .missing),
        ("in", .notAFile), (".", .notAFile), ("ROOT", .notAFile),
    ])
    func invalidUploadIsRejected(_ text: String, _ error: MediaPathError) {
        #expect(throws: error) { try root.upload(text.replacing("ROOT", with: path)) }
    }

    @Test func irregularFileIsRejected() throws {
        try #require(mkfifo(path + "/fifo", 0o600) == 0)
        #expect(throws: MediaPathError.notAFile) { try root.upload("fifo") }
    }

    @Test(arguments: [("out", "/out"), ("out/deep/er", "/out/deep/er"), ("in", "/in"), (".", "")])
    func missingOutputIsAccepted(_ text: String, _ rest: String) throws {
        #expect(try root.output(text).string == path + rest)
        #expect(try root.output(path + "/" + text).string == path + rest)
    }

    @Test(arguments: [
        ("..", MediaPathError.outside), ("out/../../x", .outside), ("/tmp", .outside),
        ("out-of-it", .link), ("out-of-it/deep/er", .link), ("loop/x", .link), ("inner/x", .link),
        ("in/a.mp4", .notAFolder), ("", .invalid),
    ])
    func outputOutsideOfRootIsRejected(_ text: String, _ error: MediaPathError) {
        #expect(throws: error) { try root.output(text) }
    }

    /// A folder below a file cannot be created.
    @Test func outputBelowAFileIsRejected() {
        #expect(throws: MediaPathError.notAFolder) { try root.output("in/a.mp4/out") }
    }

    @Test func rootMustBeAFolder() {
        #expect(throws: QueueError.self) { try MediaRoot(FilePath(path + "/in/a.mp4")) }
        #expect(throws: QueueError.self) { try MediaRoot(FilePath(path + "/missing")) }
        let error = #expect(throws: QueueError.self) { try MediaRoot("") }
        #expect(error?.code == .badRequest)
    }

    /// The operator names the root; clients name paths below it.
    @Test func rootMayBeALink() throws {
        let link = folder.file("link-to-root").path(percentEncoded: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let found = try MediaRoot(FilePath(link + "/")).upload("in/a.mp4")
        #expect(found.string == link + "/in/a.mp4")
    }
}
