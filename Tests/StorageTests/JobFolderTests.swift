import Foundation
import Testing

@testable import Storage

@Suite struct JobFolderTests {
    let output: TemporaryFolder

    init() throws { output = try TemporaryFolder() }

    @Test func itLiesHiddenInTheOutputWhichIsMade() throws {
        let job = try JobFolder(output: output("new/out"), job: "1")
        #expect(job.path == output("new/out/.vtranscode/jobs/1"))
    }

    @Test func holdersShareFinishedPieces() throws {
        let (one, two) = (
            try JobFolder(output: output.path, job: "1"),
            try JobFolder(output: output.path, job: "1")
        )
        let piece = try one.pieces.store("k") { try AtomicFile.write("x", to: $0 + "/a") }
        #expect(try two.pieces.find("k") == piece)
        // Whoever is slower gets what is there.
        #expect(
            try two.pieces.store("k") { try AtomicFile.write("later", to: $0 + "/a") } == piece)
        #expect(try output.text(of: ".vtranscode/jobs/1/pieces/k/a") == "x")
        #expect(try output.names(in: ".vtranscode/jobs/1/pieces") == ["k"])
    }

    /// One who comes must not take away what another is writing.
    @Test func aDraftOfAnotherHolderStays() throws {
        let one = try JobFolder(output: output.path, job: "1")
        try one.pieces.store("k") { draft in
            _ = try JobFolder(output: output.path, job: "1")
            try AtomicFile.write("x", to: draft + "/a")
        }
        #expect(try output.text(of: ".vtranscode/jobs/1/pieces/k/a") == "x")
    }

    @Test func foldersOfOneNameAreEachHoldersOwn() throws {
        let (one, two) = (
            try JobFolder(output: output.path, job: "1"),
            try JobFolder(output: output.path, job: "1")
        )
        let (first, second) = (
            try one.emptyFolder("package"), try two.emptyFolder("package")
        )
        #expect(first != second)
        try one.removeOwn()
        #expect(!FileManager.default.fileExists(atPath: first))
        #expect(FileManager.default.fileExists(atPath: second))
        try two.removeOwn()
        #expect(try output.names(in: ".vtranscode/jobs/1") == ["pieces"])
    }

    @Test func removingTheLastOneLeavesNothing() throws {
        let one = try JobFolder(output: output.path, job: "1")
        _ = try JobFolder(output: output.path, job: "2")
        try one.pieces.store("k") { try AtomicFile.write("x", to: $0 + "/a") }
        try JobFolder.remove(output: output.path, job: "1")
        #expect(try output.names(in: ".vtranscode/jobs") == ["2"])
        try JobFolder.remove(output: output.path, job: "2")
        #expect(try output.names() == [])
        try JobFolder.remove(output: output.path, job: "2")
    }

    @Test func whoStillWorksInItFails() throws {
        let job = try JobFolder(output: output.path, job: "1")
        #expect(throws: StorageError.self) {
            try job.pieces.store("k") { draft in
                try JobFolder.remove(output: output.path, job: "1")
                try AtomicFile.write("x", to: draft + "/a")
            }
        }
        #expect(try output.names() == [])
    }

    @Test(arguments: ["1", "2"])
    func aRemovalThatWasKilledIsFinishedByTheNext(job: String) throws {
        try output.write("x", to: ".vtranscode/jobs/.removed-ab/pieces/k/a")
        try output.write("x", to: ".vtranscode/jobs/1/pieces/k/a")
        try JobFolder.remove(output: output.path, job: job)
        let left = job == "1" ? [] : [".vtranscode", ".vtranscode/jobs", ".vtranscode/jobs/1"]
        let found = try FileManager.default.subpathsOfDirectory(atPath: output.path)
        #expect(found.filter { !$0.contains("/pieces") }.sorted() == left)
    }

    /// The last one to go removes the folders that another is just about to use.
    @Test func jobsThatComeAndGoDoNotDisturbOneAnother() async throws {
        let path = output.path
        try await withThrowingTaskGroup { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<50 {
                        let name = "\(worker)-\(round)"
                        let job = try JobFolder(output: path, job: name)
                        try job.pieces.store("k") { try AtomicFile.write("x", to: $0 + "/a") }
                        try JobFolder.remove(output: path, job: name)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try output.names() == [])
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a\0b"])
    func anIdIsOneVisibleComponent(id: String) throws {
        #expect(throws: StorageError.self) { try JobFolder(output: output.path, job: id) }
        #expect(throws: StorageError.self) { try JobFolder.remove(output: output.path, job: id) }
        #expect(try output.names() == [])
    }

    #if os(Linux)
        @Test func aFileSystemThatTakesNothingHasNoSpace() throws {
            #expect(try FreeSpace.bytes(below: "/proc") == 0)
        }
    #endif

    @Test func whereNothingIsYetTheFolderAboveCounts() throws {
        #expect(try FreeSpace.bytes(below: output("not/there")) > 0)
    }
}
