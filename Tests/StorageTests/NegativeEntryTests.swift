import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Storage

/// Publications while a host remembers that the package's name does not exist, as an NFS client does for up to a minute.
@Suite(.enabled(if: FUSEMount.isAvailable, "needs /dev/fuse, python3-fusepy and root"))
struct NegativeEntryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Stages a package on the first host, and returns the record and the second host, which has found no package.
    private func stage(negativeTimeout: Int) async throws -> (StagedPackage, FUSEMount) {
        try Folder.create(folder("out"))
        try folder.write("{}", to: "out/.job/built/manifest.json")
        let second = try await FUSEMount(
            over: URL(filePath: folder.path.string), negativeTimeout: negativeTimeout)
        let root = FilePath(second.path.path)
        let package = try LocalDestination(root.appending("out")).draft(
            "clip", by: PackageWriter(job: "job", attempt: "1"), at: root.appending("out/.job/1")
        ).stage(root.appending("out/.job/built"))
        #expect(try LocalDestination(root.appending("out")).isFree("clip"))
        return (package, second)
    }

    private func destination(_ host: FUSEMount) -> LocalDestination {
        LocalDestination(FilePath(host.path.path).appending("out"))
    }

    /// Renames the staged package on the first host.
    private func commit() {
        #expect(rename(folder("out/.job/1").string, folder("out/clip").string) == 0)
    }

    @Test func publishedPackageIsNotTakenForRolledBack() async throws {
        let (package, host) = try await stage(negativeTimeout: 3600)
        commit()
        // The condition of the test: the second host does not see the rename.
        let path = FilePath(host.path.path).appending("out/clip")
        #expect(throws: StorageError.notFound("lstat", path)) { try FileStatus(of: path) }
        let rollBack = #expect(throws: StorageError.self) {
            try destination(host).rollBack(package, from: "clip")
        }
        #expect(rollBack?.errno == ESTALE)
        let commit = #expect(throws: StorageError.self) {
            try destination(host).commit(package, as: "clip", replacing: false)
        }
        #expect(commit?.errno == ESTALE)
        #expect(try folder.text(of: "out/clip/manifest.json") == "{}")
    }

    @Test func publishedPackageIsFoundWhenTheCacheExpires() async throws {
        let (package, host) = try await stage(negativeTimeout: 1)
        commit()
        let destination = destination(host)
        try await eventually {
            do {
                return try destination.rollBack(package, from: "clip") == .committed
            } catch let error as StorageError where error.errno == ESTALE {
                return false
            }
        }
        try destination.commit(package, as: "clip", replacing: false)
        #expect(try folder.text(of: "out/clip/manifest.json") == "{}")
    }

    @Test func packageThatWasNotPublishedIsRolledBack() async throws {
        let (package, host) = try await stage(negativeTimeout: 3600)
        #expect(try destination(host).rollBack(package, from: "clip") == .rolledBack)
        #expect(try folder.names(in: "out") == [".job"])
    }
}
