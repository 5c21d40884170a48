import Foundation
import Testing

@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Folders that processes write to which are not trusted.
@Suite struct OpenFolderTests {
    private let folder = try? TemporaryFolder()

    @Test func regularFilesAreFound() throws {
        let folder = try #require(folder)
        try folder.write("x", to: "piece/deep/0.m4s")
        let open = try OpenFolder(folder("piece"))
        #expect(try open.folder("deep").file("0.m4s").size == 1)
        #expect(try open.file(below: "deep/0.m4s").size == 1)
        #expect(try open.names() == ["deep"])
    }

    @Test func linksAreNotFollowed() throws {
        let folder = try #require(folder)
        try folder.write("secret", to: "outside/file")
        try folder.write("x", to: "piece/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder("piece/link"), withDestinationPath: folder("outside/file"))
        try FileManager.default.createSymbolicLink(
            atPath: folder("piece/deep"), withDestinationPath: folder("outside"))
        try FileManager.default.createSymbolicLink(
            atPath: folder("linked"), withDestinationPath: folder("piece"))
        let open = try OpenFolder(folder("piece"))
        #expect(throws: StorageError.self) { try open.file("link") }
        #expect(throws: StorageError.self) { try open.folder("deep") }
        #expect(throws: StorageError.self) { try open.file(below: "deep/file") }
        #expect(throws: StorageError.self) { try OpenFolder(folder("linked")) }
    }

    @Test(arguments: ["..", ".", "", "a/b", "../outside/file", ".hidden", "a\0b"])
    func namesAreSingleVisibleComponents(name: String) throws {
        let folder = try #require(folder)
        try folder.write("secret", to: "outside/file")
        try folder.write("x", to: "piece/.hidden")
        let open = try OpenFolder(folder("piece"))
        let error = #expect(throws: StorageError.self) { try open.file(name) }
        #expect(error?.errno == EINVAL)
        #expect(throws: StorageError.self) { try open.folder(name) }
    }

    /// What a path leads to may change between a look and the use.
    @Test func openFileIsPlacedWhateverItsPathLeadsTo() throws {
        let folder = try #require(folder)
        try folder.write("good", to: "piece/file")
        let file = try OpenFolder(folder("piece")).file("file")
        try FileManager.default.removeItem(atPath: folder("piece/file"))
        try folder.write("bad", to: "piece/other")
        #expect(Glibc.link(folder("piece/other"), folder("piece/file")) == 0)
        // A file without a name cannot be linked; one with another name can.
        let error = #expect(throws: StorageError.self) {
            try FilePlacement.place(file, at: folder("placed"))
        }
        #expect(error?.errno == ENOENT)
        try folder.write("again", to: "piece/named")
        let named = try OpenFolder(folder("piece")).file("named")
        #expect(rename(folder("piece/named"), folder("elsewhere")) == 0)
        #expect(try FilePlacement.place(named, at: folder("placed")) == .linked)
        #expect(try folder.text(of: "placed") == "again")
    }

    @Test func linksAreNeverPlaced() throws {
        let folder = try #require(folder)
        try folder.write("secret", to: "outside")
        try FileManager.default.createSymbolicLink(
            atPath: folder("link"), withDestinationPath: folder("outside"))
        let error = #expect(throws: StorageError.self) {
            try FilePlacement.place(folder("link"), at: folder("placed"))
        }
        #expect(error?.kind == .notRegular)
        #expect(!FileManager.default.fileExists(atPath: folder("placed")))
    }
}
