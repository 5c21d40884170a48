import Foundation
import TestSupport
import Testing

@testable import Worker

@Suite struct FolderLookTests {
    @Test func regularFilesBelowAreFoundAndLinksAreNot() throws {
        let folder = try TemporaryFolder("look")
        try Data("a".utf8).write(to: folder.file("a.mp4"))
        try Data("bb".utf8).write(to: try folder.folder("in").appending(path: "b.mp4"))
        try FileManager.default.createSymbolicLink(
            at: folder.file("link.mp4"), withDestinationURL: folder.file("a.mp4"))
        let found = try FolderLook(folder: folder.url.path).entries()
        #expect(Set(found.map(\.path)) == ["a.mp4", "in/b.mp4"])
        #expect(Set(found.map(\.size)) == [1, 2])
    }

    #if os(Linux)
        /// However long its writer pauses.
        @Test func aFileThatSomebodyHasOpenForWritingIsBeingWritten() throws {
            let folder = try TemporaryFolder("look")
            let file = folder.file("a.mp4")
            try Data("a".utf8).write(to: file)
            let look = FolderLook(folder: folder.url.path)
            let writer = try FileHandle(forWritingTo: file)
            #expect(try look.entries().map(\.isBeingWritten) == [true])
            try writer.close()
            #expect(try look.entries().map(\.isBeingWritten) == [false])
        }
    #endif

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect(throws: (any Error).self) {
            try FolderLook(folder: "/nowhere/at/all").entries()
        }
    }
}
