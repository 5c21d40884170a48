import Foundation
import StorageTestSupport
import SystemPackage
import Testing

@testable import Storage

@Suite struct LocalWorkspaceTests {
    let output: TemporaryFolder

    init() throws { output = try TemporaryFolder() }

    @Test func workspaceIsHiddenInTheOutput() throws {
        let work = try LocalWorkspace(output: output("new/out"), key: "key")
        #expect(work.path == output("new/out/.vtranscode/key"))
        #expect(try output.names(in: "new/out/.vtranscode/key") == ["artifacts", "lock"])
    }

    @Test func workspaceIsLockedWhileItIsInUse() throws {
        do {
            let work = try LocalWorkspace(output: output.path, key: "key")
            let error = #expect(throws: StorageError.self) {
                try LocalWorkspace(output: output.path, key: "key")
            }
            #expect(error?.kind == .locked)
            _ = try LocalWorkspace(output: output.path, key: "other")
            _ = consume work
        }
        _ = try LocalWorkspace(output: output.path, key: "key")
    }

    /// A child process has duplicates of all descriptors until it runs its program.
    @Test func lockIsReleasedWhileADuplicateIsOpen() throws {
        let folder = output("folder")
        let duplicate: Descriptor
        do {
            let lock = try FolderLock(folder)
            let number = dup(lock.file.number)
            try #require(number >= 0)
            duplicate = Descriptor(owning: number, path: folder)
            let error = #expect(throws: StorageError.self) { _ = try FolderLock(folder) }
            #expect(error?.kind == .locked)
        }
        _ = try FolderLock(folder)
        #expect(try duplicate.status().isSameFile(as: FileStatus(of: folder.appending("lock"))))
    }

    @Test func otherProcessIsLockedOut() async throws {
        let work = try LocalWorkspace(output: output.path, key: "key")
        await #expect(processExitsWith: .success) { [path = output.path as FilePath] in
            let error = #expect(throws: StorageError.self) {
                try LocalWorkspace(output: path, key: "key")
            }
            #expect(error?.kind == .locked)
        }
        #expect(work.path == output(".vtranscode/key"))
    }

    @Test func killedRunLeavesCompleteArtifactsAndNoLock() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = output.path as FilePath] in
            let work = try LocalWorkspace(output: path, key: "key")
            try work.artifacts.make("complete") { folder in
                try AtomicFile.write("done", to: folder.path.appending("0.m4s"))
            }
            try work.artifacts.make("draft") { folder in
                try AtomicFile.write("part", to: folder.path.appending("0.m4s"))
                kill(getpid(), SIGKILL)
            }
        }
        #expect(try output.names(in: ".vtranscode/key/artifacts").count == 2)
        let work = try LocalWorkspace(output: output.path, key: "key")
        #expect(try output.names(in: ".vtranscode/key/artifacts") == ["complete"])
        #expect(
            try work.artifacts.open("complete")?.path
                == output(".vtranscode/key/artifacts/complete"))
        #expect(try work.artifacts.open("draft") == nil)
        #expect(try output.text(of: ".vtranscode/key/artifacts/complete/0.m4s") == "done")
    }

    @Test func leftoversAreDiscardedUnlessInUse() throws {
        try LocalWorkspace.discard(output: output.path, key: "key")
        #expect(try output.names(in: "") == [])
        do {
            let work = try LocalWorkspace(output: output.path, key: "key")
            let error = #expect(throws: StorageError.self) {
                try LocalWorkspace.discard(output: output.path, key: "key")
            }
            #expect(error?.kind == .locked)
            _ = consume work
        }
        _ = try LocalWorkspace(output: output.path, key: "other")
        try LocalWorkspace.discard(output: output.path, key: "key")
        #expect(try output.names(in: ".vtranscode") == ["other"])
        try LocalWorkspace.discard(output: output.path, key: "other")
        #expect(try output.names(in: "") == [])
    }

    @Test func leftoverEmptyHiddenFolderIsDiscarded() throws {
        try Folder.create(output(".vtranscode"))
        try LocalWorkspace.discard(output: output.path, key: "key")
        #expect(try output.names(in: "") == [])
    }

    @Test func emptyFolderHasNoFilesOfAnEarlierRun() throws {
        let work = try LocalWorkspace(output: output.path, key: "key")
        try output.write("old", to: ".vtranscode/key/package/video/old.m4s")
        let package = try work.emptyFolder("package")
        #expect(package == output(".vtranscode/key/package"))
        #expect(try output.names(in: ".vtranscode/key/package") == [])
        for name in ["artifacts", "lock", "..", "", "a/b"] {
            #expect(throws: StorageError.self) { try work.emptyFolder(name) }
        }
    }

    @Test func removalOfTheLastWorkspaceLeavesNothing() throws {
        let one = try LocalWorkspace(output: output.path, key: "one")
        let two = try LocalWorkspace(output: output.path, key: "two")
        try one.artifacts.make("artifact") {
            try AtomicFile.write("x", to: $0.path.appending("0.m4s"))
        }
        try one.remove()
        #expect(try output.names(in: ".vtranscode") == ["two"])
        try two.remove()
        #expect(try output.names() == [])
    }

    /// A process opens the workspace while another one has removed the lock, and not yet the folder.
    @Test func workspaceOpenedDuringARemovalRemains() throws {
        let removed = try LocalWorkspace(output: output.path, key: "key")
        try FileManager.default.removeItem(atPath: output(".vtranscode/key/lock").string)
        let opened = try LocalWorkspace(output: output.path, key: "key")
        #expect(try !Folder.removeIfEmpty(removed.path))
        try opened.artifacts.make("artifact") {
            try AtomicFile.write("x", to: $0.path.appending("0.m4s"))
        }
        #expect(try opened.artifacts.open("artifact") != nil)
    }

    /// Processes open and remove one workspace as fast as possible.
    @Test func concurrentRemovalsNeverShareAWorkspace() async throws {
        let path = output.path
        let marker = output("in-use").string
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<200 {
                        do {
                            let work = try LocalWorkspace(output: path, key: "key")
                            try #require(mkdir(marker, 0o777) == 0, "two owners at the same time")
                            try #require(rmdir(marker) == 0)
                            try work.remove()
                        } catch let error as StorageError where error.kind == .locked {
                            await Task.yield()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try output.names() == [])
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a\0b"])
    func keyIsOneVisibleComponent(key: String) throws {
        let error = #expect(throws: StorageError.self) {
            try LocalWorkspace(output: output.path, key: key)
        }
        #expect(error?.errno == EINVAL)
        #expect(try output.names() == [])
    }
}
