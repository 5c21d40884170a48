import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import Storage

/// Packages that one process removes while another one, which was suspended, commits them.
@Suite struct PackageRemovalTests {
    let output: TemporaryFolder
    /// Many, so that their removal takes long; the first one is removed first.
    private let files = (100..<500).map { "a\($0)" }

    init() throws { output = try TemporaryFolder() }

    enum Removal: Sendable, CaseIterable {
        case cleanup, rollBack, stagingAgain
    }

    private var destination: LocalDestination { LocalDestination(output.path) }

    private func stage() throws -> StagedPackage {
        let job = try SharedWorkspace(output: output.path, job: "1")
        let built = try job.emptyFolder("package")
        for file in files { try AtomicFile.write("x", to: built.appending(file)) }
        return try destination.draft(
            "clip", by: PackageWriter(job: "job", attempt: "1"), at: job.path.appending("1-1")
        ).stage(built)
    }

    private func remove(_ package: StagedPackage, by removal: Removal) throws {
        switch removal {
        case .cleanup: try SharedWorkspace.remove(output: output.path, job: "1")
        case .rollBack: _ = try destination.rollBack(package, from: "film")
        case .stagingAgain: _ = try stage()
        }
    }

    @Test(arguments: Removal.allCases)
    func committedPackageIsComplete(removal: Removal) async throws {
        let package = try stage()
        let isDone = Mutex(false)
        let first = package.path.appending(files[0]).string
        async let removed: Void = {
            defer { isDone.withLock { $0 = true } }
            try remove(package, by: removal)
        }()
        while FileManager.default.fileExists(atPath: first), !isDone.withLock(\.self) {
            await Task.yield()
        }
        try? destination.commit(package, as: "film", replacing: false)
        try await removed
        let published = try output.names().contains("film") ? try output.names(in: "film") : files
        #expect(published == files)
    }

    /// A removal that is suspended after its first step, and continued after the retry of the job.
    @Test func continuedRemovalDoesNotAffectRetriedJob() throws {
        _ = try stage()
        let aside = output(".vtranscode/jobs/.removed-x")
        try #require(try Folder.setAside(output(".vtranscode/jobs/1"), as: aside))
        let package = try stage()
        let job = try SharedWorkspace(output: output.path, job: "1")
        try job.artifacts.make("k") { try AtomicFile.write("x", to: $0.path.appending("a")) }
        try Folder.remove(aside)
        #expect(try output.names(in: ".vtranscode/jobs") == ["1"])
        #expect(try job.artifacts.open("k")?.names() == ["a"])
        try destination.commit(package, as: "film", replacing: false)
        #expect(try output.names(in: "film") == files)
    }
}
