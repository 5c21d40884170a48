import Foundation
import Testing

@testable import Storage

@Suite struct LocalArtifactStoreTests {
    let folder: TemporaryFolder
    let store: LocalArtifactStore

    init() throws {
        folder = try TemporaryFolder()
        store = try LocalArtifactStore(folder("artifacts"))
    }

    private struct Stop: Error {}

    @Test func aPieceIsFoundOnceItIsWhole() throws {
        #expect(try store.find("k") == nil)
        let path = try store.store("k") { draft in
            try AtomicFile.write("x", to: draft + "/a")
            #expect(try store.find("k") == nil)
        }
        #expect(try store.find("k") == path)
    }

    @Test func aPieceMayHaveFolders() throws {
        let path = try store.store("k") { draft in
            try Folder.create(draft + "/1080p")
            try AtomicFile.write("x", to: draft + "/1080p/0.m4s")
        }
        #expect(try store.find("k") == path)
        #expect(try folder.text(of: "artifacts/k/1080p/0.m4s") == "x")
    }

    @Test func aWriterThatFailsLeavesNothing() throws {
        #expect(throws: Stop.self) {
            try store.store("k") { draft in
                try AtomicFile.write("x", to: draft + "/a")
                throw Stop()
            }
        }
        #expect(try store.find("k") == nil)
        #expect(try folder.names(in: "artifacts") == [])
    }

    @Test func aWriterThatWaitsIsTheSame() async throws {
        let path = try await store.store("k") { draft in
            await Task.yield()
            try AtomicFile.write("x", to: draft + "/a")
        }
        #expect(try store.find("k") == path)
        await #expect(throws: Stop.self) {
            try await store.store("l") { _ in
                await Task.yield()
                throw Stop()
            }
        }
        #expect(try folder.names(in: "artifacts") == ["k"])
    }

    @Test func theFirstPieceOfAKeyStays() throws {
        try store.store("k") { try AtomicFile.write("first", to: $0 + "/a") }
        try store.store("k") { try AtomicFile.write("second", to: $0 + "/a") }
        #expect(try folder.text(of: "artifacts/k/a") == "first")
        #expect(try folder.names(in: "artifacts") == ["k"])
    }

    /// Other processes and machines write to the folder as well.
    @Test(arguments: ["file", "link", "dangling link"])
    func whatIsNoPieceGivesWay(kind: String) throws {
        try folder.write("foreign", to: "foreign/a")
        switch kind {
        case "file": try folder.write("x", to: "artifacts/k")
        case "link":
            try FileManager.default.createSymbolicLink(
                atPath: folder("artifacts/k"), withDestinationPath: folder("foreign"))
        default:
            try FileManager.default.createSymbolicLink(
                atPath: folder("artifacts/k"), withDestinationPath: folder("nowhere"))
        }
        #expect(try store.find("k") == nil)
        // It may come while the artifact is made, too.
        let path = try store.store("k") { draft in
            try AtomicFile.write("own", to: draft + "/a")
            try folder.write("x", to: "artifacts/k")
        }
        #expect(try store.find("k") == path)
        #expect(try folder.text(of: "artifacts/k/a") == "own")
        #expect(try folder.text(of: "foreign/a") == "foreign")
        #expect(try folder.names(in: "artifacts") == ["k"])
    }

    @Test func worthlessPieceThatCameMeanwhileGivesWay() throws {
        var judged: [String] = []
        for isValid in [true, false] {
            let key = "\(isValid)"
            let path = try store.store(key) {
                judged.append($0)
                return isValid
            } writing: { draft in
                try AtomicFile.write("own", to: draft + "/a")
                try folder.write("other", to: "artifacts/\(key)/a")
            }
            #expect(try folder.text(of: "artifacts/\(key)/a") == (isValid ? "other" : "own"))
            #expect(judged.last == path)
        }
        #expect(try folder.names(in: "artifacts") == ["false", "true"])
    }
}
