import Foundation
import StorageTestSupport
import SystemPackage
import Testing

@testable import Storage

/// Cases of `LocalArtifactStore` beyond the contract of artifact stores.
@Suite struct LocalArtifactStoreTests {
    let folder: TemporaryFolder
    let store: LocalArtifactStore

    init() throws {
        folder = try TemporaryFolder()
        store = try LocalArtifactStore(folder("artifacts"))
    }

    @Test func artifactIsAFolderAndNothingElseRemains() throws {
        try store.make("k") { try AtomicFile.write("x", to: $0.path.appending("a")) }
        try store.make("k") { try AtomicFile.write("y", to: $0.path.appending("a")) }
        #expect(try store.open("k")?.path == folder("artifacts/k"))
        #expect(try folder.text(of: "artifacts/k/a") == "x")
        #expect(try folder.names(in: "artifacts") == ["k"])
    }

    /// Other processes and hosts write to the folder too.
    @Test(arguments: ["file", "link", "dangling link"])
    func filesAndLinksAreReplaced(kind: String) throws {
        try folder.write("foreign", to: "foreign/a")
        switch kind {
        case "file": try folder.write("x", to: "artifacts/k")
        case "link":
            try FileManager.default.createSymbolicLink(
                atPath: folder("artifacts/k").string, withDestinationPath: folder("foreign").string)
        default:
            try FileManager.default.createSymbolicLink(
                atPath: folder("artifacts/k").string, withDestinationPath: folder("nowhere").string)
        }
        #expect(try store.open("k") == nil)
        // Also a file that is written while the artifact is made.
        try store.make("k") { draft in
            try AtomicFile.write("own", to: draft.path.appending("a"))
            try folder.write("x", to: "artifacts/k")
        }
        #expect(try folder.text(of: "artifacts/k/a") == "own")
        #expect(try folder.text(of: "foreign/a") == "foreign")
        #expect(try folder.names(in: "artifacts") == ["k"])
    }
}
