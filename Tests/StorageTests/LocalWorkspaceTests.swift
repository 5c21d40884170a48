import Foundation
import Testing

@testable import Storage

@Suite struct LocalWorkspaceTests {
    let output: TemporaryFolder

    init() throws { output = try TemporaryFolder() }

    @Test func itLiesHiddenInTheOutputWhichIsMade() throws {
        let work = try LocalWorkspace(output: output("new/out"), key: "key")
        #expect(work.path == output("new/out/.vtranscode/key"))
        #expect(try output.names(in: "new/out/.vtranscode/key") == ["artifacts", "lock"])
    }

    @Test func aSecondHolderIsLockedOutUntilTheFirstIsGone() throws {
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

    @Test func anotherProcessIsLockedOut() async throws {
        let work = try LocalWorkspace(output: output.path, key: "key")
        await #expect(processExitsWith: .success) { [path = output.path as String] in
            let error = #expect(throws: StorageError.self) {
                try LocalWorkspace(output: path, key: "key")
            }
            #expect(error?.kind == .locked)
        }
        #expect(work.path == output(".vtranscode/key"))
    }

    @Test func aKilledRunLeavesWholePiecesAndNoLock() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = output.path as String] in
            let work = try LocalWorkspace(output: path, key: "key")
            try work.artifacts.store("whole") { folder in
                try AtomicFile.write("done", to: folder + "/0.m4s")
            }
            try work.artifacts.store("half") { folder in
                try AtomicFile.write("part", to: folder + "/0.m4s")
                kill(getpid(), SIGKILL)
            }
        }
        #expect(try output.names(in: ".vtranscode/key/artifacts").count == 2)
        let work = try LocalWorkspace(output: output.path, key: "key")
        #expect(try output.names(in: ".vtranscode/key/artifacts") == ["whole"])
        #expect(try work.artifacts.find("whole") == output(".vtranscode/key/artifacts/whole"))
        #expect(try work.artifacts.find("half") == nil)
        #expect(try output.text(of: ".vtranscode/key/artifacts/whole/0.m4s") == "done")
    }

    @Test func leftoversAreDiscardedUnlessTheyAreInUse() throws {
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

    @Test func anEmptyFolderIsEmptyEvenAfterAnEarlierRun() throws {
        let work = try LocalWorkspace(output: output.path, key: "key")
        try output.write("old", to: ".vtranscode/key/package/video/old.m4s")
        let package = try work.emptyFolder("package")
        #expect(package == output(".vtranscode/key/package"))
        #expect(try output.names(in: ".vtranscode/key/package") == [])
        for name in ["artifacts", "lock", "..", "", "a/b"] {
            #expect(throws: StorageError.self) { try work.emptyFolder(name) }
        }
    }

    @Test func removingTheLastOneLeavesNothing() throws {
        let one = try LocalWorkspace(output: output.path, key: "one")
        let two = try LocalWorkspace(output: output.path, key: "two")
        try one.artifacts.store("artifact") { try AtomicFile.write("x", to: $0 + "/0.m4s") }
        try one.remove()
        #expect(try output.names(in: ".vtranscode") == ["two"])
        try two.remove()
        #expect(try output.names() == [])
    }

    /// A process between removing the lock and the folder, seen by one that comes just then.
    @Test func whoComesDuringARemovalKeepsItsFolder() throws {
        let leaving = try LocalWorkspace(output: output.path, key: "key")
        try FileManager.default.removeItem(atPath: output(".vtranscode/key/lock"))
        let coming = try LocalWorkspace(output: output.path, key: "key")
        #expect(try !Folder.removeIfEmpty(leaving.path))
        try coming.artifacts.store("artifact") { try AtomicFile.write("x", to: $0 + "/0.m4s") }
        #expect(try coming.artifacts.find("artifact") != nil)
    }

    /// Holders come and go as fast as they can: there is never more than one of a key.
    @Test func holdersNeverMeetWhileTheyRemoveTheFolder() async throws {
        let path = output.path
        let marker = output("held")
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<200 {
                        do {
                            let work = try LocalWorkspace(output: path, key: "key")
                            try #require(mkdir(marker, 0o777) == 0, "two holders at once")
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
    func aKeyIsOneVisibleComponent(key: String) throws {
        let error = #expect(throws: StorageError.self) {
            try LocalWorkspace(output: output.path, key: key)
        }
        #expect(error?.errno == EINVAL)
        #expect(try output.names() == [])
    }
}
