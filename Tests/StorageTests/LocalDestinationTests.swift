import Foundation
import SystemPackage
import Testing

@testable import Storage

/// Cases of `LocalDestination` beyond the contract of destinations.
@Suite struct LocalDestinationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var destination: LocalDestination { LocalDestination(folder("out")) }

    private func stage(_ text: String) throws -> StagedPackage {
        try Folder.create(folder("out"))
        try folder.write(text, to: "job/built/video/0.m4s")
        return try destination.stage(folder("job/built"), at: folder("job/1"))
    }

    @Test func stagedPackageIsMovedAndLeavesNoFiles() throws {
        let package = try stage("new")
        #expect(package.path == folder("job/1"))
        #expect(try folder.names(in: "job") == ["1"])
        try destination.commit(package, as: "clip", replacing: false)
        #expect(try folder.names(in: "job") == [])
    }

    /// A process that was killed after its rename, before it recorded the commit.
    @Test func unrecordedRenameCountsAsCommit() throws {
        let package = try stage("new")
        try #require(rename(folder("job/1").string, folder("out/clip").string) == 0)
        try destination.commit(package, as: "clip", replacing: false)
        #expect(try destination.rollBack(package, from: "clip") == .committed)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "new")
    }

    @Test func fileInPlaceOfTheOutputFolderIsAnError() throws {
        let package = try stage("new")
        try folder.write("a file", to: "file")
        let error = #expect(throws: StorageError.self) {
            try LocalDestination(folder("file")).commit(package, as: "clip", replacing: false)
        }
        #expect(error?.kind == .system && error?.errno == ENOTDIR)
        #expect(try destination.isStaged(package))
    }

    @Test func emptyFolderIsReplaced() throws {
        try Folder.create(folder("out/clip"))
        #expect(try destination.isFree("clip"))
        try destination.commit(try stage("new"), as: "clip", replacing: false)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "new")
    }

    @Test func replacedPackageIsRemoved() throws {
        try folder.write("old", to: "out/clip/old.txt")
        try destination.commit(try stage("new"), as: "clip", replacing: true)
        #expect(try folder.names(in: "out/clip") == ["video"])
        #expect(try folder.names(in: "job") == [])
    }

    @Test(arguments: [true, false])
    func filesAndLinksAreNeverReplaced(replacing: Bool) throws {
        let package = try stage("new")
        try folder.write("a file", to: "out/file")
        try folder.write("elsewhere", to: "elsewhere/a")
        try #require(symlink(folder("elsewhere").string, folder("out/link").string) == 0)
        for name in ["file", "link"] {
            #expect(try !destination.isFree(name))
            let error = #expect(throws: StorageError.self) {
                try destination.commit(package, as: name, replacing: replacing)
            }
            #expect(error?.kind == .exists)
        }
        #expect(try folder.text(of: "out/file") == "a file")
        #expect(try folder.text(of: "elsewhere/a") == "elsewhere")
    }

    @Test(arguments: [true, false])
    func linkToAPackageIsReadOnRequestOnly(followsLinks: Bool) throws {
        try folder.write("text", to: "elsewhere/manifest.json")
        try Folder.create(folder("out"))
        try #require(symlink(folder("elsewhere").string, folder("out/link").string) == 0)
        let destination = LocalDestination(folder("out"), followsLinks: followsLinks)
        #expect(try !destination.isFree("link"))
        let content = try destination.content(of: "manifest.json", in: "link", limit: 100)
        #expect(content == (followsLinks ? Array("text".utf8) : nil))
    }

    @Test func hiddenEntriesAreNotListed() throws {
        for name in ["b", ".vtranscode", "a"] { try Folder.create(folder("out/\(name)")) }
        #expect(try destination.names() == ["a", "b"])
    }

    @Test func readerAlwaysFindsAPackage() async throws {
        try folder.write("0", to: "out/clip/video/0.m4s")
        let path = folder("out/clip/video/0.m4s").string
        let reader = Task.detached {
            var misses = 0
            repeat { misses += access(path, R_OK) == 0 ? 0 : 1 } while !Task.isCancelled
            return misses
        }
        for round in 1...20 {
            try destination.commit(try stage("\(round)"), as: "clip", replacing: true)
        }
        reader.cancel()
        #expect(await reader.value == 0)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "20")
    }
}
