import Foundation
import StorageTestSupport
import SystemPackage
import Testing

@testable import Storage

/// Full disks and folders without permission, each in a separate process, whose limits or user are changed.
@Suite(.timeLimit(.minutes(5))) struct FailureTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func fullDiskLeavesTheOldFileAndNoDraft() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as FilePath] in
            let disk = try SmallDisk(at: folder)
            let path = disk.path
            try AtomicFile.write("old", to: path.appending("index.json"))
            let error = #expect(throws: StorageError.self) {
                try AtomicFile.write(
                    [UInt8](repeating: 1, count: 1 << 20),
                    to: path.appending("index.json")
                )
            }
            #expect(error?.operation == "write")
            #expect(error?.errno == disk.errno && error?.isDiskFull == disk.isDiskFull)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path.string) == ["index.json"])
            #expect(try RegularFile(path.appending("index.json")).size == 3)
        }
    }

    @Test func fullDiskLeavesNoIncompleteArtifactAndNoIncompleteCopy() async throws {
        let large = try TemporaryFolder()
        try AtomicFile.write([UInt8](repeating: 1, count: 1 << 20), to: large("large"))
        await #expect(processExitsWith: .success) {
            [folder = folder.path as FilePath, source = large("large") as FilePath] in
            let disk = try SmallDisk(at: folder)
            let path = disk.path
            let work = try LocalWorkspace(output: path, key: "key")
            let error = #expect(throws: StorageError.self) {
                try work.artifacts.make("artifact") { draft in
                    try FilePlacement.copy(RegularFile(source), to: draft.path.appending("0.m4s"))
                }
            }
            #expect(error?.errno == disk.errno)
            #expect(try work.artifacts.open("artifact") == nil)
            #expect(throws: StorageError.self) {
                try FilePlacement.copy(RegularFile(source), to: path.appending("copy"))
            }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path.string) == [".vtranscode"])
            if disk.isDiskFull {
                // There are no hard links between file systems.
                let small = folder.appending("small")
                try AtomicFile.write("x", to: small)
                #expect(try FilePlacement.place(small, at: path.appending("small")) == .copied)
                #expect(try RegularFile(path.appending("small")).size == 1)
            }
            try work.remove()
        }
    }

    @Test func missingPermissionOfAFileIsCausedByUpload() async throws {
        try folder.write("x", to: "open/secret")
        try folder.write("x", to: "closed/secret")
        try #require(chmod(folder("open/secret").string, 0o000) == 0)
        try #require(chmod(folder("closed").string, 0o000) == 0)
        defer { chmod(folder("closed").string, 0o755) }
        await #expect(processExitsWith: .success) { [path = folder.path as FilePath] in
            if geteuid() == 0 { try #require(setuid(65534) == 0) }
            for (name, isCausedByUpload) in [("open", true), ("closed", false)] {
                let error = #expect(throws: StorageError.self) {
                    try RegularFile(path.appending("\(name)/secret"))
                }
                #expect(error?.errno == EACCES)
                #expect(
                    error.map(LocalUploadSource().isCausedByUpload) == isCausedByUpload, "\(name)")
            }
        }
    }

    @Test func missingPermissionIsReported() async throws {
        try folder.write("x", to: "closed/a/b.mp4")
        try #require(chmod(folder("closed/a").string, 0o000) == 0)
        try #require(chmod(folder("closed").string, 0o555) == 0)
        defer {
            chmod(folder("closed").string, 0o755)
            chmod(folder("closed/a").string, 0o755)
        }
        await #expect(processExitsWith: .success) { [path = folder("closed") as FilePath] in
            // Root may do anything, so the process becomes nobody.
            if geteuid() == 0 { try #require(setuid(65534) == 0) }
            let write = #expect(throws: StorageError.self) {
                try AtomicFile.write("x", to: path.appending("x"))
            }
            #expect(write?.errno == EACCES)
            let work = #expect(throws: StorageError.self) {
                try LocalWorkspace(output: path, key: "key")
            }
            #expect(work?.errno == EACCES && work?.path == path.appending(".vtranscode"))
            let listing = try FolderWalk(path).listing()
            #expect(listing.skipped == [SkippedEntry(path: "a", reason: .unreadable(EACCES))])
        }
    }
}
