import Foundation
import SystemPackage
import Testing

@testable import Storage

@Suite struct FolderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func foldersAreCreatedWithTheirParents() throws {
        try Folder.create(folder("a/b/c/"))
        try Folder.create(folder("a/b"))
        #expect(try folder.names(in: "a/b") == ["c"])
        #expect(throws: StorageError.self) { try Folder.create("") }
    }

    @Test func fileInPlaceOfAFolderIsAnError() throws {
        try folder.write("x", to: "a")
        for path in [folder("a"), folder("a/b")] {
            let error = #expect(throws: StorageError.self) { try Folder.create(path) }
            #expect(error?.errno == ENOTDIR)
        }
    }

    @Test func linksAreRemovedAndNotFollowed() throws {
        try folder.write("x", to: "outside/a")
        try folder.write("x", to: "gone/b/c")
        try #require(symlink(folder("outside").string, folder("gone/link").string) == 0)
        try Folder.remove(folder("gone/"))
        try Folder.remove(folder("gone"))
        #expect(try folder.names() == ["outside"])
        #expect(try folder.names(in: "outside") == ["a"])
    }

    @Test(arguments: ["", "/", ".", "..", "x/..", "x/../"])
    func pathWithoutANameIsNotRemoved(path: String) throws {
        try folder.write("x", to: "x/a")
        let full = path.first == "x" ? folder(path) : FilePath(path)
        let error = #expect(throws: StorageError.self) { try Folder.remove(full) }
        #expect(error?.errno == EINVAL)
        #expect(try folder.names() == ["x"])
    }
}
