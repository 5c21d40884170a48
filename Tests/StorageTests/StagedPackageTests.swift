import Foundation
import Testing

@testable import Storage

@Suite struct StagedPackageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func seal(_ text: String = "new", as name: String = "job-1") throws -> StagedPackage {
        try Folder.create(folder("out"))
        try folder.write(text, to: "job/.holder/package/video/0.m4s")
        return try StagedPackage(folder("job/.holder/package"), movedTo: folder("job/\(name)"))
    }

    /// What another process makes of the record.
    private func recorded(_ package: StagedPackage) throws -> StagedPackage {
        try JSONDecoder().decode(StagedPackage.self, from: JSONEncoder().encode(package))
    }

    @Test func itWaitsForItsName() throws {
        let package = try seal()
        #expect(package.folder == folder("job/job-1"))
        #expect(try folder.text(of: "job/job-1/video/0.m4s") == "new")
        #expect(try folder.names(in: "out") == [])
    }

    @Test func sealingAgainReplacesAnEarlierAttempt() throws {
        let first = try seal("first")
        let second = try seal("second")
        #expect(try folder.text(of: "job/job-1/video/0.m4s") == "second")
        #expect(first != second)
    }

    @Test func publishingAgainChangesNothing() throws {
        let package = try seal()
        try package.publish(as: "clip", in: folder("out"))
        try recorded(package).publish(as: "clip", in: folder("out"))
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "new")
        #expect(try folder.names(in: "job") == [".holder"])
    }

    /// A process that was killed between the two.
    @Test func aMoveThatNobodyRecordedCounts() throws {
        let package = try seal()
        try #require(rename(folder("job/job-1"), folder("out/clip")) == 0)
        try recorded(package).publish(as: "clip", in: folder("out"))
        #expect(try recorded(package).withdraw(from: "clip", in: folder("out")) == .published)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "new")
    }

    @Test func aNameThatIsTakenIsNotReplaced() throws {
        let package = try seal()
        try folder.write("old", to: "out/clip/video/0.m4s")
        let error = #expect(throws: StorageError.self) {
            try package.publish(as: "clip", in: folder("out"))
        }
        #expect(error?.kind == .exists)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "old")
        #expect(try folder.text(of: "job/job-1/video/0.m4s") == "new")
    }

    @Test func oneOfTwoAttemptsGetsTheName() throws {
        let (first, second) = (try seal("first"), try seal("second", as: "job-2"))
        try second.publish(as: "clip", in: folder("out"))
        let error = #expect(throws: StorageError.self) {
            try first.publish(as: "clip", in: folder("out"))
        }
        #expect(error?.kind == .exists)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "second")
    }

    @Test func whatIsWithdrawnCannotBePublished() throws {
        let package = try seal()
        #expect(try package.withdraw(from: "clip", in: folder("out")) == .withdrawn)
        #expect(try recorded(package).withdraw(from: "clip", in: folder("out")) == .withdrawn)
        #expect(throws: StorageError.self) { try package.publish(as: "clip", in: folder("out")) }
        #expect(try folder.names(in: "out") == [])
        #expect(try folder.names(in: "job") == [".holder"])
    }

    @Test func anothersPackageIsNotTakenForThisOne() throws {
        let package = try seal()
        try folder.write("old", to: "out/clip/video/0.m4s")
        #expect(try package.withdraw(from: "clip", in: folder("out")) == .withdrawn)
        #expect(try package.withdraw(from: "clip", in: folder("out")) == .withdrawn)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "old")
    }

    /// Both move the same folder: one of them gets it.
    @Test func publishingAndWithdrawingNeverBothSucceed() async throws {
        for round in 0..<50 {
            let package = try seal(as: "job-\(round)")
            let output = folder("out")
            async let withdrawal = package.withdraw(from: "clip-\(round)", in: output)
            async let publication = Task {
                try package.publish(as: "clip-\(round)", in: output)
            }.result
            let isPublished = if case .success = await publication { true } else { false }
            #expect(try await withdrawal == (isPublished ? .published : .withdrawn))
            #expect(
                FileManager.default.fileExists(atPath: output + "/clip-\(round)") == isPublished)
        }
    }
}
