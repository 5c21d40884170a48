import Foundation
import JobQueue
import Storage
import TestSupport
import Testing

@testable import Submission

@Suite struct FolderLookTests {
    @Test func regularFilesBelowAreFoundAndLinksAreNot() throws {
        let folder = try TemporaryFolder("look")
        try Data("a".utf8).write(to: folder.file("a.mp4"))
        try Data("bb".utf8).write(to: try folder.folder("in").appending(path: "b.mp4"))
        try FileManager.default.createSymbolicLink(
            at: folder.file("link.mp4"), withDestinationURL: folder.file("a.mp4"))
        let found = try FolderLook(folder: folder.url.path).found()
        #expect(Set(found.entries.map(\.path)) == ["a.mp4", "in/b.mp4"])
        #expect(Set(found.entries.map(\.size)) == [1, 2])
        #expect(found.skipped.map(\.path) == ["link.mp4"])
        #expect(found.skipped.map(\.reason) == [.link])
    }

    #if os(Linux)
        /// However long its writer pauses.
        @Test func aFileThatSomebodyHasOpenForWritingIsBeingWritten() throws {
            let folder = try TemporaryFolder("look")
            let file = folder.file("a.mp4")
            try Data("a".utf8).write(to: file)
            let look = FolderLook(folder: folder.url.path)
            let writer = try FileHandle(forWritingTo: file)
            #expect(try look.found().entries.map(\.isBeingWritten) == [true])
            try writer.close()
            #expect(try look.found().entries.map(\.isBeingWritten) == [false])
        }
    #endif

    @Test(arguments: [("nowhere", "there is no such folder"), ("file", "it is no folder")])
    func whatIsNoFolderIsRefused(_ name: String, _ reason: String) throws {
        let folder = try TemporaryFolder("look")
        try Data("a".utf8).write(to: folder.file("file"))
        let error = #expect(throws: QueueError.self) {
            try FolderLook(folder: folder.file(name).path).found()
        }
        #expect(error?.code == .badRequest)
        #expect(error?.reason == reason)
    }
}
