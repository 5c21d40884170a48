import Foundation
import StorageTestSupport
import SystemPackage
import Testing

@testable import Storage

@Suite struct SharedWorkspaceTests {
    let output: TemporaryFolder

    init() throws { output = try TemporaryFolder() }

    @Test func workspaceIsHiddenInTheOutput() throws {
        let job = try SharedWorkspace(output: output("new/out"), job: "1")
        #expect(job.path == output("new/out/.vtranscode/jobs/1"))
    }

    @Test func processesShareFinishedArtifacts() throws {
        let (one, two) = (
            try SharedWorkspace(output: output.path, job: "1"),
            try SharedWorkspace(output: output.path, job: "1")
        )
        try one.artifacts.make("k") { try AtomicFile.write("x", to: $0.path.appending("a")) }
        #expect(try two.artifacts.open("k")?.path == output(".vtranscode/jobs/1/artifacts/k"))
        try two.artifacts.make("k") { try AtomicFile.write("later", to: $0.path.appending("a")) }
        #expect(try output.text(of: ".vtranscode/jobs/1/artifacts/k/a") == "x")
        #expect(try output.names(in: ".vtranscode/jobs/1/artifacts") == ["k"])
    }

    @Test func draftOfAnotherProcessRemains() throws {
        let one = try SharedWorkspace(output: output.path, job: "1")
        try one.artifacts.make("k") { draft in
            _ = try SharedWorkspace(output: output.path, job: "1")
            try AtomicFile.write("x", to: draft.path.appending("a"))
        }
        #expect(try output.text(of: ".vtranscode/jobs/1/artifacts/k/a") == "x")
    }

    @Test func unfinishedFoldersAreSeparate() throws {
        let (one, two) = (
            try SharedWorkspace(output: output.path, job: "1"),
            try SharedWorkspace(output: output.path, job: "1")
        )
        let (first, second) = (
            try one.emptyFolder("package"), try two.emptyFolder("package")
        )
        #expect(first != second)
        try one.removeUnfinished()
        #expect(!FileManager.default.fileExists(atPath: first.string))
        #expect(FileManager.default.fileExists(atPath: second.string))
        try two.removeUnfinished()
        #expect(try output.names(in: ".vtranscode/jobs/1") == ["artifacts"])
    }

    @Test func removalOfTheLastWorkspaceLeavesNothing() throws {
        let one = try SharedWorkspace(output: output.path, job: "1")
        _ = try SharedWorkspace(output: output.path, job: "2")
        try one.artifacts.make("k") { try AtomicFile.write("x", to: $0.path.appending("a")) }
        try SharedWorkspace.remove(output: output.path, job: "1")
        #expect(try output.names(in: ".vtranscode/jobs") == ["2"])
        try SharedWorkspace.remove(output: output.path, job: "2")
        #expect(try output.names() == [])
        try SharedWorkspace.remove(output: output.path, job: "2")
    }

    @Test func workInARemovedWorkspaceFails() throws {
        let job = try SharedWorkspace(output: output.path, job: "1")
        #expect(throws: StorageError.self) {
            try job.artifacts.make("k") { draft in
                try SharedWorkspace.remove(output: output.path, job: "1")
                try AtomicFile.write("x", to: draft.path.appending("a"))
            }
        }
        #expect(try output.names() == [])
    }

    @Test(arguments: ["1", "2"])
    func interruptedRemovalIsCompletedByTheNext(job: String) throws {
        try output.write("x", to: ".vtranscode/jobs/.removed-ab/artifacts/k/a")
        try output.write("x", to: ".vtranscode/jobs/1/artifacts/k/a")
        try SharedWorkspace.remove(output: output.path, job: job)
        let left = job == "1" ? [] : [".vtranscode", ".vtranscode/jobs", ".vtranscode/jobs/1"]
        let found = try FileManager.default.subpathsOfDirectory(atPath: output.path.string)
        #expect(found.filter { !$0.contains("/artifacts") }.sorted() == left)
    }

    /// The removal of the last workspace removes folders that another job is about to use.
    @Test func concurrentJobsDoNotAffectEachOther() async throws {
        let path = output.path
        try await withThrowingTaskGroup { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<50 {
                        let name = "\(worker)-\(round)"
                        let job = try SharedWorkspace(output: path, job: name)
                        try job.artifacts.make("k") {
                            try AtomicFile.write("x", to: $0.path.appending("a"))
                        }
                        try SharedWorkspace.remove(output: path, job: name)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try output.names() == [])
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a\0b"])
    func idIsOneVisibleComponent(id: String) throws {
        #expect(throws: StorageError.self) { try SharedWorkspace(output: output.path, job: id) }
        #expect(throws: StorageError.self) {
            try SharedWorkspace.remove(output: output.path, job: id)
        }
        #expect(try output.names() == [])
    }

    #if os(Linux)
        @Test func readOnlyFileSystemHasNoFreeSpace() throws {
            #expect(try FreeSpace.bytes(below: "/proc") == 0)
        }
    #endif

    @Test func freeSpaceOfAMissingFolderIsThatOfTheFolderAbove() throws {
        #expect(try FreeSpace.bytes(below: output("not/there")) > 0)
    }
}

/// The owners of workspaces.
extension SharedWorkspaceTests {
    @Test func workspacesAreListedWithTheirOwners() throws {
        _ = try SharedWorkspace(output: output.path, job: "1", owner: "a")
        // The first owner remains.
        _ = try SharedWorkspace(output: output.path, job: "1", owner: "b")
        _ = try SharedWorkspace(output: output.path, job: "2")
        try output.write("x", to: ".vtranscode/jobs/file")
        let found = try SharedWorkspace.all(output: output.path, below: nil)
        #expect(found.map(\.name) == ["1", "2"])
        #expect(found.map(\.owner) == ["a", nil])
        #expect(found.allSatisfy { $0.modificationTime > 0 })
        try SharedWorkspace.remove(output: output.path, job: "1")
        try SharedWorkspace.remove(output: output.path, job: "2")
    }

    @Test func missingOutputHasNoWorkspaces() throws {
        #expect(try SharedWorkspace.all(output: output("none"), below: nil) == [])
        let root = RootFolder(output.path)
        #expect(try SharedWorkspace.all(output: output("none"), below: root) == [])
    }

    /// A client may have replaced the output folder by a link.
    @Test func linkedOutputIsNotListed() throws {
        try output.write("x", to: "elsewhere/.vtranscode/jobs/1/file")
        try FileManager.default.createSymbolicLink(
            atPath: output("out").string, withDestinationPath: output("elsewhere").string)
        let error = #expect(throws: StorageError.self) {
            try SharedWorkspace.all(output: output("out"), below: RootFolder(output.path))
        }
        #expect(error?.kind == .outside)
    }
}
