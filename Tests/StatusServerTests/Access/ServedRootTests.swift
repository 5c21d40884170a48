import Foundation
import JobQueue
import TestSupport
import Testing

@testable import StatusServer

@Suite struct ServedRootTests {
    private let folder: TemporaryFolder
    private let root: ServedRoot
    private let path: String

    /// root/in/a.mp4, links beside it, and a file outside of the root.
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
        root = try ServedRoot(path)
    }

    @Test(arguments: ["in/a.mp4", "./in//a.mp4", "ROOT/in/a.mp4", "ROOT//in/./a.mp4"])
    func uploadsBelowIt(_ text: String) throws {
        #expect(try root.upload(text.replacing("ROOT", with: path)) == path + "/in/a.mp4")
    }

    @Test func dotsInsideOfANameAreOnlyDots() throws {
        #expect(try root.upload("in/..a") == path + "/in/..a")
    }

    @Test(arguments: [
        ("", PathRefusal.invalid), ("in/a.mp4\0.jpg", .invalid),
        (String(repeating: "a/", count: 2049), .invalid),
        ("../secret.mp4", .outside), ("in/../in/a.mp4", .outside), ("/etc/passwd", .outside),
        ("ROOT/../secret.mp4", .outside), ("ROOT-2.mp4", .outside), ("/", .outside),
        // To Swift a slash and a combining mark behind it are one character, to the kernel they are not.
        ("../\u{301}secret.mp4", .outside), ("in/../\u{301}x", .outside),
        ("out-of-it/\u{301}x", .link), ("in/a.mp4\0\u{301}.jpg", .invalid),
        ("/\u{301}x/secret.mp4", .outside),
        ("out-of-it/secret.mp4", .link), ("in/link.mp4", .link), ("inner/a.mp4", .link),
        ("loop", .link), ("loop/a", .link),
        ("in/b.mp4", .missing), ("in/a.mp4/b", .missing), ("nothing/a.mp4", .missing),
        ("in", .notAFile), (".", .notAFile), ("ROOT", .notAFile),
    ])
    func everythingElse(_ text: String, _ refusal: PathRefusal) {
        #expect(throws: refusal) { try root.upload(text.replacing("ROOT", with: path)) }
    }

    @Test func whatIsNoRegularFileIsRefused() throws {
        try #require(mkfifo(path + "/fifo", 0o600) == 0)
        #expect(throws: PathRefusal.notAFile) { try root.upload("fifo") }
    }

    @Test(arguments: [("out", "/out"), ("out/deep/er", "/out/deep/er"), ("in", "/in"), (".", "")])
    func outputsMayBeMade(_ text: String, _ rest: String) throws {
        #expect(try root.output(text) == path + rest)
        #expect(try root.output(path + "/" + text) == path + rest)
    }

    @Test(arguments: [
        ("..", PathRefusal.outside), ("out/../../x", .outside), ("/tmp", .outside),
        ("out-of-it", .link), ("out-of-it/deep/er", .link), ("loop/x", .link), ("inner/x", .link),
        ("in/a.mp4", .notAFolder), ("", .invalid),
    ])
    func outputsElsewhereAreRefused(_ text: String, _ refusal: PathRefusal) {
        #expect(throws: refusal) { try root.output(text) }
    }

    /// Nothing can be made below a file; the worker would only find out later.
    @Test func nothingIsBelowAFile() {
        #expect(throws: PathRefusal.notAFolder) { try root.output("in/a.mp4/out") }
    }

    @Test func itMustBeAFolder() {
        #expect(throws: QueueError.self) { try ServedRoot(path + "/in/a.mp4") }
        #expect(throws: QueueError.self) { try ServedRoot(path + "/nothing") }
    }

    /// Whoever starts the server decides; only what lies below is others'.
    @Test func theRootItselfMayBeALink() throws {
        let link = folder.file("link-to-root").path(percentEncoded: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(try ServedRoot(link + "/").upload("in/a.mp4") == link + "/in/a.mp4")
    }
}
