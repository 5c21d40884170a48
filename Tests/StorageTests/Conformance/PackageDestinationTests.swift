import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import Storage

/// The contract of `PackageDestination`, for all implementations.
@Suite struct PackageDestinationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Stages a package of a segment and a manifest.
    private func stage(
        _ text: String = "new", as name: String = "clip", by job: String = "1",
        in destination: any PackageDestination
    ) throws -> StagedPackage {
        let built = "build/\(UUID().uuidString)"
        for file in ["video/0.m4s", "manifest.json"] {
            try folder.write(text, to: "\(built)/\(file)")
        }
        try Folder.create(folder("jobs"))
        return try destination.draft(
            name, by: PackageWriter(job: job, attempt: "1"), at: folder("jobs/\(job)")
        ).stage(folder(built))
    }

    /// The text of the package's file.
    private func text(_ name: String, in destination: any PackageDestination) throws -> String? {
        try destination.content(of: "video/0.m4s", in: name, limit: 1000)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Another process's copy of a record.
    private func recorded(_ package: StagedPackage) throws -> StagedPackage {
        try JSONDecoder().decode(StagedPackage.self, from: JSONEncoder().encode(package))
    }

    @Test(arguments: StoreKind.allCases)
    func stagedPackageIsNotVisible(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        let package = try stage(in: destination)
        #expect(try destination.isStaged(package))
        #expect(try destination.names() == [])
        #expect(try destination.isFree("clip"))
        let content = try destination.content(of: "video/0.m4s", in: package, limit: 1000)
        #expect(content == Array("new".utf8))
        #expect(try destination.content(of: "other", in: package, limit: 1000) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func committedPackageIsVisible(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        let package = try stage(in: destination)
        try destination.commit(package, as: "clip", replacing: false)
        #expect(try destination.names() == ["clip"])
        #expect(try !destination.isFree("clip"))
        #expect(try !destination.isStaged(package))
        #expect(try text("clip", in: destination) == "new")
        #expect(try destination.size(of: "video/0.m4s", in: "clip") == 3)
        #expect(destination.location(of: "clip").fileName == "clip")
    }

    @Test(arguments: StoreKind.allCases)
    func missingFileIsNotFound(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        try destination.commit(try stage(in: destination), as: "clip", replacing: false)
        #expect(try destination.content(of: "other.json", in: "clip", limit: 1000) == nil)
        #expect(try destination.content(of: "manifest.json", in: "none", limit: 1000) == nil)
        #expect(try destination.content(of: "video/0.m4s", in: "clip", limit: 2) == nil)
        #expect(try destination.size(of: "other.json", in: "clip") == nil)
        #expect(try destination.size(of: "manifest.json", in: "none") == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func repeatedCommitHasNoEffect(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        let package = try stage(in: destination)
        for replacing in [false, true, false] {
            try destination.commit(recorded(package), as: "clip", replacing: replacing)
        }
        #expect(try text("clip", in: destination) == "new")
        #expect(try destination.names() == ["clip"])
    }

    @Test(arguments: StoreKind.allCases)
    func takenNameIsNotReplaced(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        try destination.commit(try stage("old", in: destination), as: "clip", replacing: false)
        let error = #expect(throws: StorageError.self) {
            let package = try stage("new", by: "2", in: destination)
            try destination.commit(package, as: "clip", replacing: false)
        }
        #expect(error?.kind == .exists)
        #expect(try text("clip", in: destination) == "old")
    }

    @Test(arguments: StoreKind.allCases.filter(\.namesPackagesLate))
    func packageMayGetAnotherName(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        try destination.commit(try stage("old", in: destination), as: "clip", replacing: false)
        let package = try stage("new", in: destination)
        #expect(throws: StorageError.self) {
            try destination.commit(package, as: "clip", replacing: false)
        }
        #expect(try destination.isStaged(package))
        try destination.commit(package, as: "other", replacing: false)
        #expect(try text("other", in: destination) == "new")
    }

    @Test(arguments: StoreKind.allCases)
    func packageIsReplacedOnRequestOnly(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        try destination.commit(try stage("old", in: destination), as: "clip", replacing: false)
        guard kind.namesPackagesLate else {
            let error = #expect(throws: StorageError.self) {
                try stage("new", by: "2", in: destination)
            }
            #expect(error?.kind == .exists)
            #expect(try text("clip", in: destination) == "old")
            return
        }
        let package = try stage("new", in: destination)
        try destination.commit(package, as: "clip", replacing: true)
        #expect(try text("clip", in: destination) == "new")
        #expect(try !destination.isStaged(package))
        try destination.commit(recorded(package), as: "clip", replacing: true)
        #expect(try text("clip", in: destination) == "new")
    }

    /// Of many jobs at the same time, one gets the name, at its reservation or at its commit.
    @Test(arguments: StoreKind.allCases)
    func oneOfConcurrentJobsGetsTheName(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        let outcomes = Mutex<[Int: (any Error)?]>([:])
        let jobs = 64
        let group = DispatchGroup()
        for job in 0..<jobs {
            group.enter()
            Thread.detachNewThread {
                do {
                    let package = try stage("\(job)", by: "\(job)", in: destination)
                    try destination.commit(package, as: "clip", replacing: false)
                    outcomes.withLock { _ = $0.updateValue(nil, forKey: job) }
                } catch {
                    outcomes.withLock { _ = $0.updateValue(error, forKey: job) }
                }
                group.leave()
            }
        }
        group.wait()
        let found = outcomes.withLock(\.self)
        #expect(found.count == jobs)
        let winners = found.filter { $0.value == nil }.keys.map(String.init)
        #expect(winners.count == 1)
        #expect(try text("clip", in: destination) == winners.first)
        for case let error? in found.values {
            let kind = (error as? StorageError)?.kind
            #expect(kind == .exists || kind == .locked, "\(error)")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func rolledBackPackageLeavesNothing(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        let package = try stage(in: destination)
        #expect(try destination.rollBack(package, from: "clip") == .rolledBack)
        #expect(try destination.rollBack(recorded(package), from: "clip") == .rolledBack)
        #expect(try !destination.isStaged(package))
        #expect(throws: StorageError.self) {
            try destination.commit(package, as: "clip", replacing: false)
        }
        #expect(try destination.names() == [])
        #expect(try folder.names(in: "jobs") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func committedPackageIsNotRolledBack(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        let package = try stage(in: destination)
        try destination.commit(package, as: "clip", replacing: false)
        #expect(try destination.rollBack(recorded(package), from: "clip") == .committed)
        #expect(try text("clip", in: destination) == "new")
    }

    @Test(arguments: StoreKind.allCases.filter(\.namesPackagesLate))
    func otherPackageOfTheNameIsNotTakenForThisOne(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        try destination.commit(try stage("old", in: destination), as: "clip", replacing: false)
        let package = try stage(in: destination)
        for _ in 0..<2 {
            #expect(try destination.rollBack(package, from: "clip") == .rolledBack)
        }
        #expect(try text("clip", in: destination) == "old")
    }

    @Test(arguments: StoreKind.allCases)
    func commitAndRollBackNeverBothSucceed(kind: StoreKind) async throws {
        let destination = try kind.destination(in: folder)
        for round in 0..<50 {
            let name = "clip-\(round)"
            let package = try stage(as: name, in: destination)
            async let outcome = destination.rollBack(package, from: name)
            async let commit = Task {
                try destination.commit(package, as: name, replacing: false)
            }.result
            let isCommitted = if case .success = await commit { true } else { false }
            #expect(try await outcome == (isCommitted ? .committed : .rolledBack))
            #expect(try destination.names().contains(name) == isCommitted)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func stagingAgainReplacesTheEarlierAttempt(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        let (first, second) = (try stage("1", in: destination), try stage("2", in: destination))
        #expect(first != second)
        #expect(try !destination.isStaged(first))
        try destination.commit(second, as: "clip", replacing: false)
        #expect(try text("clip", in: destination) == "2")
    }

    @Test(arguments: StoreKind.allCases)
    func nameIsOneVisibleComponent(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        let package = try stage(in: destination)
        for name in ["", ".", "..", ".hidden", "a/b", "a\0b"] {
            let errors = [
                #expect(throws: StorageError.self) {
                    try destination.commit(package, as: name, replacing: true)
                },
                #expect(throws: StorageError.self) { try destination.isFree(name) },
                #expect(throws: StorageError.self) {
                    try destination.rollBack(package, from: name)
                },
            ]
            #expect(errors.allSatisfy { $0?.errno == EINVAL }, "\(name)")
        }
        #expect(try destination.isStaged(package))
    }

    @Test(arguments: StoreKind.allCases)
    func fileBesidePackagesIsReplaced(kind: StoreKind) throws {
        let destination = try kind.destination(in: folder)
        for text in ["old", "new"] {
            try destination.write(Array(text.utf8), as: "index.json")
            #expect(try destination.names() == ["index.json"])
        }
        if kind == .local { #expect(try folder.text(of: "out/index.json") == "new") }
    }
}
