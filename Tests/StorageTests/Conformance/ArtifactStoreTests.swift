import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import Storage

/// The contract of `ArtifactStore`, for all implementations.
@Suite struct ArtifactStoreTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct WriteError: Error {}

    private func text(of file: String = "a", _ key: String, in store: any ArtifactStore) throws
        -> String?
    {
        try store.open(key).map { String(decoding: try $0.file(file).bytes(), as: UTF8.self) }
    }

    private func write(_ text: String, to draft: OpenFolder) throws {
        try AtomicFile.write(text, to: draft.path.appending("a"))
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func artifactIsFoundOnceItIsComplete(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        #expect(try store.open("k") == nil)
        try store.make("k") { draft in
            try write("x", to: draft)
            #expect(try store.open("k") == nil)
        }
        #expect(try text("k", in: store) == "x")
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func artifactMayContainFolders(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        try store.make("k") { draft in
            try Folder.create(draft.path.appending("1080p"))
            try AtomicFile.write("x", to: draft.path.appending("1080p/0.m4s"))
        }
        let file = try store.open("k")?.file(below: "1080p/0.m4s")
        #expect(try file?.bytes() == Array("x".utf8))
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func uncommittedDraftIsNotFound(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        let draft = try store.draft(for: "k")
        try write("x", to: draft)
        #expect(try store.open("k") == nil)
        store.discard(draft)
        #expect(try store.open("k") == nil)
        #expect(!FileManager.default.fileExists(atPath: draft.path.string))
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func failedWriteLeavesNothing(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        var path: FilePath = ""
        #expect(throws: WriteError.self) {
            try store.make("k") { draft in
                path = draft.path
                try write("x", to: draft)
                throw WriteError()
            }
        }
        #expect(try store.open("k") == nil)
        #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: path.string))
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func firstArtifactOfAKeyRemains(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        try store.make("k") { try write("first", to: $0) }
        try store.make("k") { try write("second", to: $0) }
        #expect(try text("k", in: store) == "first")
    }

    /// Returns the content of a small file of an artifact that was found.
    private func bytes(of name: String, in found: FoundArtifact) throws -> [UInt8] {
        switch found {
        case .folder(let folder): try folder.file(name).bytes()
        case .record(let record): try #require(record.contents[name])
        }
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func invalidArtifactOfAnotherProcessIsReplaced(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        for isValid in [true, false] {
            let key = "\(isValid)"
            var validated: [String] = []
            try store.make(key) { found in
                validated.append(String(decoding: try bytes(of: "a", in: found), as: UTF8.self))
                return isValid
            } writing: { draft in
                try write("own", to: draft)
                try store.make(key) { try write("other", to: $0) }
            }
            #expect(validated == ["other"])
            #expect(try text(key, in: store) == (isValid ? "other" : "own"))
        }
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func oneOfConcurrentCommitsSucceeds(kind: StoreKind.Artifacts) async throws {
        let store = try kind.store(in: folder)
        let drafts = try (0..<16).map { index in
            let draft = try store.draft(for: "k")
            try write("\(index)", to: draft)
            return draft
        }
        let winners = try await withThrowingTaskGroup(of: Int?.self) { group in
            for (index, draft) in drafts.enumerated() {
                group.addTask { try store.commit(draft, as: "k") ? index : nil }
            }
            return try await group.reduce(into: [Int]()) { $0 += [$1].compactMap { $0 } }
        }
        #expect(winners.count == 1)
        #expect(try text("k", in: store) == winners.first.map(String.init))
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func removedArtifactIsNotFound(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        try store.make("k") { try write("x", to: $0) }
        try store.remove("k")
        try store.remove("k")
        #expect(try store.open("k") == nil)
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func artifactsAreFoundInOneFolderByTheirKeys(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        for key in ["k", "l"] { try store.make(key) { try write(key, to: $0) } }
        let all = try store.folder(containing: ["k", "l"])
        for key in ["k", "l"] {
            #expect(try all.folder(key).file("a").bytes() == Array(key.utf8))
        }
    }

    @Test(arguments: StoreKind.Artifacts.allCases)
    func keyIsOneVisibleComponent(kind: StoreKind.Artifacts) throws {
        let store = try kind.store(in: folder)
        for key in ["", ".", "..", ".hidden", "a/b", "a\0b"] {
            let errors = [
                #expect(throws: StorageError.self) { try store.open(key) },
                #expect(throws: StorageError.self) { try store.draft(for: key) },
                #expect(throws: StorageError.self) { try store.remove(key) },
            ]
            #expect(errors.allSatisfy { $0?.errno == EINVAL }, "\(key)")
        }
    }
}
