import Foundation
import Synchronization
import Testing

@testable import Storage

/// Packages that one process removes while another, which was stopped meanwhile, is about to publish them.
@Suite struct DiscardedPackageTests {
    let output: TemporaryFolder
    /// Many, so that removing them takes long; the first one goes first.
    private let files = (100..<500).map { "a\($0)" }

    init() throws { output = try TemporaryFolder() }

    enum Removal: Sendable, CaseIterable {
        case cleaningUp, withdrawing, sealingAgain
    }

    private func seal() throws -> StagedPackage {
        let job = try SharedWorkspace(output: output.path, job: "1")
        let built = try job.emptyFolder("package")
        for file in files { try AtomicFile.write("x", to: "\(built)/\(file)") }
        return try StagedPackage(built, movedTo: "\(job.path)/1-1")
    }

    private func remove(_ package: StagedPackage, by removal: Removal) throws {
        switch removal {
        case .cleaningUp: try SharedWorkspace.remove(output: output.path, job: "1")
        case .withdrawing: _ = try package.withdraw(from: "film", in: output.path)
        case .sealingAgain: _ = try seal()
        }
    }

    @Test(arguments: Removal.allCases)
    func aPublisherGetsAllOfItOrNothing(removal: Removal) async throws {
        let package = try seal()
        let isDone = Mutex(false)
        let first = "\(package.folder)/\(files[0])"
        async let removed: Void = {
            defer { isDone.withLock { $0 = true } }
            try remove(package, by: removal)
        }()
        while FileManager.default.fileExists(atPath: first), !isDone.withLock(\.self) {
            await Task.yield()
        }
        try? package.publish(as: "film", in: output.path)
        try await removed
        let published = try output.names().contains("film") ? try output.names(in: "film") : files
        #expect(published == files)
    }

    /// A removal that is stopped after its first step, and goes on when the job was retried.
    @Test func aRemovalThatGoesOnLaterLeavesTheRetriedJobAlone() throws {
        _ = try seal()
        let aside = output(".vtranscode/jobs/.removed-x")
        try #require(try Folder.setAside(output(".vtranscode/jobs/1"), as: aside))
        let package = try seal()
        let job = try SharedWorkspace(output: output.path, job: "1")
        let artifact = try job.artifacts.store("k") { try AtomicFile.write("x", to: $0 + "/a") }
        try Folder.remove(aside)
        #expect(try output.names(in: ".vtranscode/jobs") == ["1"])
        #expect(try Folder.names(in: artifact) == ["a"])
        try package.publish(as: "film", in: output.path)
        #expect(try output.names(in: "film") == files)
    }
}
