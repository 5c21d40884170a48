import Foundation
import Testing

@testable import Storage

@Suite struct PieceStoreTests {
    let folder: TemporaryFolder
    let store: PieceStore

    init() throws {
        folder = try TemporaryFolder()
        store = try PieceStore(folder("pieces"))
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
        #expect(try folder.text(of: "pieces/k/1080p/0.m4s") == "x")
    }

    @Test func aWriterThatFailsLeavesNothing() throws {
        #expect(throws: Stop.self) {
            try store.store("k") { draft in
                try AtomicFile.write("x", to: draft + "/a")
                throw Stop()
            }
        }
        #expect(try store.find("k") == nil)
        #expect(try folder.names(in: "pieces") == [])
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
        #expect(try folder.names(in: "pieces") == ["k"])
    }

    @Test func theFirstPieceOfAKeyStays() throws {
        try store.store("k") { try AtomicFile.write("first", to: $0 + "/a") }
        try store.store("k") { try AtomicFile.write("second", to: $0 + "/a") }
        #expect(try folder.text(of: "pieces/k/a") == "first")
        #expect(try folder.names(in: "pieces") == ["k"])
    }
}
