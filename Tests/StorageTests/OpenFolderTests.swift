import Foundation
import SystemPackage
import Testing

@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Folders that untrusted processes write to.
@Suite struct OpenFolderTests {
    private let folder = try? TemporaryFolder()

    @Test func regularFilesAreFound() throws {
        let folder = try #require(folder)
        try folder.write("x", to: "artifact/deep/0.m4s")
        let open = try OpenFolder(folder("artifact"))
        #expect(try open.folder("deep").file("0.m4s").size == 1)
        #expect(try open.file(below: "deep/0.m4s").size == 1)
        #expect(try open.names() == ["deep"])
    }

    @Test func linksAreNotFollowed() throws {
        let folder = try #require(folder)
        try folder.write("secret", to: "outside/file")
        try folder.write("x", to: "artifact/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder("artifact/link").string,
            withDestinationPath: folder("outside/file").string)
        try FileManager.default.createSymbolicLink(
            atPath: folder("artifact/deep").string, withDestinationPath: folder("outside").string)
        try FileManager.default.createSymbolicLink(
            atPath: folder("linked").string, withDestinationPath: folder("artifact").string)
        let open = try OpenFolder(folder("artifact"))
        #expect(throws: StorageError.self) { try open.file("link") }
        #expect(throws: StorageError.self) { try open.folder("deep") }
        #expect(throws: StorageError.self) { try open.file(below: "deep/file") }
        #expect(throws: StorageError.self) { try OpenFolder(folder("linked")) }
    }

    @Test func entriesAreMovedWithoutFollowingLinks() throws {
        let folder = try #require(folder)
        try folder.write("secret", to: "outside/file")
        try folder.write("x", to: "work/0.m4s")
        try folder.write("old", to: "artifact/0.m4s")
        try FileManager.default.createSymbolicLink(
            atPath: folder("work/link").string, withDestinationPath: folder("outside/file").string)
        let (work, artifact) = (
            try OpenFolder(folder("work")), try OpenFolder(folder("artifact"))
        )
        try work.move("0.m4s", to: artifact)
        #expect(try work.names() == ["link"])
        #expect(try artifact.file("0.m4s").bytes() == Array("x".utf8))
        #expect(try artifact.file("0.m4s").linkCount == 1)
        try work.move("link", to: artifact)
        #expect(throws: StorageError.self) { try artifact.file("link") }
        #expect(try folder.text(of: "outside/file") == "secret")
        let missing = #expect(throws: StorageError.self) { try work.move("1.m4s", to: artifact) }
        #expect(missing?.isNotFound == true)
        let outside = #expect(throws: StorageError.self) {
            try work.move("../outside/file", to: artifact)
        }
        #expect(outside?.errno == EINVAL)
    }

    @Test(arguments: ["..", ".", "", "a/b", "../outside/file", ".hidden", "a\0b"])
    func namesAreSingleVisibleComponents(name: String) throws {
        let folder = try #require(folder)
        try folder.write("secret", to: "outside/file")
        try folder.write("x", to: "artifact/.hidden")
        let open = try OpenFolder(folder("artifact"))
        let error = #expect(throws: StorageError.self) { try open.file(name) }
        #expect(error?.errno == EINVAL)
        #expect(throws: StorageError.self) { try open.folder(name) }
    }

    /// The file of a path may change between check and use.
    @Test func openFileIsPlacedEvenIfItsPathNamesAnother() throws {
        let folder = try #require(folder)
        try folder.write("good", to: "artifact/file")
        let file = try OpenFolder(folder("artifact")).file("file")
        try FileManager.default.removeItem(atPath: folder("artifact/file").string)
        try folder.write("bad", to: "artifact/other")
        #expect(Glibc.link(folder("artifact/other").string, folder("artifact/file").string) == 0)
        // A file without a name cannot be linked; one with another name can.
        let error = #expect(throws: StorageError.self) {
            try FilePlacement.place(file, at: folder("placed"))
        }
        #expect(error?.errno == ENOENT)
        try folder.write("again", to: "artifact/named")
        let named = try OpenFolder(folder("artifact")).file("named")
        #expect(rename(folder("artifact/named").string, folder("elsewhere").string) == 0)
        #expect(try FilePlacement.place(named, at: folder("placed")) == .linked)
        #expect(try folder.text(of: "placed") == "again")
    }

    @Test func linksAreNeverPlaced() throws {
        let folder = try #require(folder)
        try folder.write("secret", to: "outside")
        try FileManager.default.createSymbolicLink(
            atPath: folder("link").string, withDestinationPath: folder("outside").string)
        let error = #expect(throws: StorageError.self) {
            try FilePlacement.place(folder("link"), at: folder("placed"))
        }
        #expect(error?.kind == .notRegular)
        #expect(!FileManager.default.fileExists(atPath: folder("placed").string))
    }
}
