import JobQueue
import Testing

@testable import StatusServer
@testable import Storage

@Suite struct MediaPrefixTests {
    private func root(_ url: String) throws -> MediaPrefix {
        try #require(MediaPrefix(try Location(checking: url)))
    }

    @Test(arguments: [
        ("a.mp4", "s3://media/in/a.mp4"), ("b/c d.mov", "s3://media/in/b/c d.mov"),
        ("s3://media/in/a.mp4", "s3://media/in/a.mp4"),
        ("b//c.mp4", "s3://media/in/b//c.mp4"), ("a:b/c.mp4", "s3://media/in/a:b/c.mp4"),
    ])
    func uploadBelowThePrefixIsAccepted(_ text: String, _ url: String) throws {
        for root in ["s3://media/in", "s3://media/in/"] {
            #expect(try self.root(root).upload(text).description == url)
        }
    }

    @Test(arguments: [
        ("/a.mp4", MediaPathError.outside), ("../a.mp4", .outside), ("b/../../a.mp4", .outside),
        ("./a.mp4", .outside), ("b/./a.mp4", .outside), ("..", .outside),
        // A slash with a combining mark is one character in Swift, and two for servers.
        ("../\u{301}a.mp4", .outside), ("/\u{301}a.mp4", .outside),
        ("s3://media/a.mp4", .outside), ("s3://media/in2/a.mp4", .outside),
        ("s3://other/in/a.mp4", .outside), ("s3://media/in/../a.mp4", .outside),
        (".vtranscode/jobs/1/a.mp4", .outside), ("b/.hidden/a.mp4", .outside), ("..a", .outside),
        ("http://host/a.mp4", .outside), ("file:///etc/passwd", .outside),
        ("S3://media/in/a.mp4", .outside), ("s3://x/a.mp4", .invalid), ("a\0b", .invalid),
        (String(repeating: "a/", count: 2049), .invalid),
        (String(repeating: "a", count: 1200), .invalid),
        ("", .notAnObject), ("s3://media/in", .notAnObject), ("b/", .notAnObject),
        ("s3://media/in/", .notAnObject),
    ])
    func uploadElsewhereIsRejected(_ text: String, _ error: MediaPathError) throws {
        let root = try root("s3://media/in")
        #expect(throws: error) { try root.upload(text) }
    }

    @Test(arguments: [
        ("", "s3://media/in"), ("out", "s3://media/in/out"),
        ("s3://media/in", "s3://media/in"), ("s3://media/in/a/", "s3://media/in/a/"),
    ])
    func outputBelowThePrefixIsAccepted(_ text: String, _ url: String) throws {
        #expect(try root("s3://media/in").output(text).description == url)
    }

    @Test func bucketIsARoot() throws {
        #expect(try root("s3://media").upload("a.mp4").description == "s3://media/a.mp4")
        #expect(throws: MediaPathError.outside) { try root("s3://media").output("s3://media2/") }
    }

    @Test func webServerIsNoRoot() throws {
        let error = #expect(throws: QueueError.self) {
            try SubmissionRoot(Location(checking: "https://host/in/"))
        }
        #expect(error?.code == .badRequest && error?.advice.contains("s3://") == true)
    }

    @Test(arguments: [
        ("https://host/a.mp4?sig=1", nil), ("https://user:x@host/a.mp4", MediaPathError.invalidURL),
        ("http://host/a.mp4", .outside), ("ftp://host/a", .outside),
        ("s3://other/a.mp4", .outside),
    ])
    func onlySecureWebServersHaveUploads(_ text: String, _ error: MediaPathError?) throws {
        for location in ["s3://media/in", "/"] {
            let root = try SubmissionRoot(Location(checking: location))
            if let error {
                #expect(throws: error) { try root.upload(text) }
            } else {
                #expect(try root.upload(text) == text)
            }
            #expect(throws: MediaPathError.outside) { try root.output("https://host/out") }
        }
    }
}
