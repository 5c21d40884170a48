import Foundation
import JobQueue
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Submission

@Suite struct DirectorySnapshotTests {
    @Test func snapshotContainsRegularFilesOnly() throws {
        let folder = try TemporaryFolder("snapshot")
        try Data("a".utf8).write(to: folder.file("a.mp4"))
        try Data("bb".utf8).write(to: try folder.folder("in").appending(path: "b.mp4"))
        try FileManager.default.createSymbolicLink(
            at: folder.file("link.mp4"), withDestinationURL: folder.file("a.mp4"))
        let found = try DirectorySnapshot(of: folder.url.filePath)
        #expect(Set(found.files.map(\.path)) == ["a.mp4", "in/b.mp4"])
        #expect(Set(found.files.map(\.size)) == [1, 2])
        #expect(found.skipped.map(\.path) == ["link.mp4"])
        #expect(found.skipped.map(\.reason) == [.link])
    }

    #if os(Linux)
        /// The writer may pause for any time.
        @Test func fileOpenForWritingIsDetected() throws {
            let folder = try TemporaryFolder("snapshot")
            let file = folder.file("a.mp4")
            try Data("a".utf8).write(to: file)
            let writer = try FileHandle(forWritingTo: file)
            #expect(
                try DirectorySnapshot(of: folder.url.filePath).files.map(\.isOpenForWriting) == [
                    true
                ])
            try writer.close()
            #expect(
                try DirectorySnapshot(of: folder.url.filePath).files.map(\.isOpenForWriting) == [
                    false
                ])
        }
    #endif

    @Test(arguments: [("nowhere", "there is no such directory"), ("file", "it is not a directory")])
    func unreadableDirectoryIsRejected(_ name: String, _ message: String) throws {
        let folder = try TemporaryFolder("snapshot")
        try Data("a".utf8).write(to: folder.file("file"))
        let error = #expect(throws: QueueError.self) {
            try DirectorySnapshot(of: folder.file(name).filePath)
        }
        #expect(error?.code == .badRequest)
        #expect(error?.message == message)
    }
}
