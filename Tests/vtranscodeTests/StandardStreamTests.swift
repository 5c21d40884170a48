import Foundation
import Testing

@testable import vtranscode

@Suite struct StandardStreamTests {
    @Test func textsAreWrittenCompletely() throws {
        let pipe = Pipe()
        let stream = StandardStream(pipe.fileHandleForWriting.fileDescriptor)
        stream.print("eins")
        stream.print("zwei\n")
        try pipe.fileHandleForWriting.close()
        let text = try pipe.fileHandleForReading.readToEnd().map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(text == "eins\nzwei\n")
        #expect(stream.status(after: .success) == .success)
    }

    /// `vtranscode probe clip.mp4 | head -1` must neither crash nor fail.
    @Test func closedPipeIsNotAFailure() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        let stream = StandardStream(pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForReading.close()
        stream.print("discarded")
        stream.print("discarded as well")
        #expect(stream.status(after: .success) == .success)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDiskIsAFailure() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let stream = StandardStream(full.fileDescriptor)
        stream.print("text")
        let errors = MemorySink()
        #expect(stream.status(after: .success, console: Console(errors)) == .inputOutput)
        #expect(
            errors.texts == ["vtranscode: error: standard output: No space left on device\n"])
        #expect(stream.status(after: .failed) == .failed)
    }
}
