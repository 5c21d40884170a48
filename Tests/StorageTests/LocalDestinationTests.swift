import Foundation
import SystemPackage
import Testing

@testable import Storage

/// Cases of `LocalDestination` beyond the contract of destinations.
@Suite struct LocalDestinationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    fileprivate var destination: LocalDestination { LocalDestination(folder("out")) }

    fileprivate func stage(_ text: String, manifest: String? = nil) throws -> StagedPackage {
        try Folder.create(folder("out"))
        if let manifest { try folder.write(manifest, to: "job/built/manifest.json") }
        try folder.write(text, to: "job/built/video/0.m4s")
        return try destination.draft(
            "clip", by: PackageWriter(job: "job", attempt: "1"), at: folder("job/1")
        ).stage(folder("job/built"))
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

extension LocalDestinationTests {
    /// The system gives the number of a removed folder's inode to a new one.
    @Test func reusedInodeIsNotTakenForThePackage() throws {
        let package = try stage("new", manifest: "{\"key\": 1}")
        try #require(rename(folder("job/1").string, folder("out/clip").string) == 0)
        #expect(try destination.rollBack(package, from: "clip") == .committed)
        // The same inode with the files of another package.
        try folder.write("{\"key\": 2}", to: "out/clip/manifest.json")
        #expect(try destination.rollBack(package, from: "clip") == .rolledBack)
        #expect(try folder.text(of: "out/clip/manifest.json") == "{\"key\": 2}")
    }

    /// Earlier versions recorded the number of the inode only.
    @Test func recordOfAnEarlierVersionIsRead() throws {
        let package = try stage("new")
        let inode = try FileStatus(of: folder("job/1")).inode
        let earlier = StagedPackage(path: package.path, identity: "\(inode)")
        #expect(try destination.isStaged(earlier))
        try destination.commit(earlier, as: "clip", replacing: false)
        #expect(try destination.rollBack(earlier, from: "clip") == .committed)
        let other = StagedPackage(path: package.path, identity: "\(inode + 1)")
        #expect(try destination.rollBack(other, from: "clip") == .rolledBack)
    }
}
