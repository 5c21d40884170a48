import Foundation
import SystemPackage
import Testing

@testable import Storage

@Suite struct AtomicFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func contentIsReplacedWithoutLeftovers() throws {
        try AtomicFile.write("first", to: folder("a.json"))
        try AtomicFile.write("second", to: folder("a.json"))
        #expect(try folder.text(of: "a.json") == "second")
        #expect(try folder.names() == ["a.json"])
    }

    /// A web server and the publisher are different users.
    @Test func permissionsFollowTheCreationMask() throws {
        try AtomicFile.write("x", to: folder("a"))
        let mask = umask(0)
        umask(mask)
        let mode = try FileManager.default.attributesOfItem(atPath: folder("a").string)[
            .posixPermissions]
        #expect(mode as? Int == 0o666 & ~Int(mask))
    }

    @Test func folderIsNotReplacedAndNoDraftIsLeft() throws {
        try Folder.create(folder("taken"))
        let error = #expect(throws: StorageError.self) {
            try AtomicFile.write("x", to: folder("taken"))
        }
        #expect(error?.operation == "rename")
        #expect(error?.errno == EISDIR)
        #expect(try folder.names() == ["taken"])
    }

    @Test func missingFolderIsReported() throws {
        let error = #expect(throws: StorageError.self) {
            try AtomicFile.write("x", to: folder("none/a"))
        }
        #expect(error?.errno == ENOENT)
        #expect(error?.path.starts(with: folder("none")) == true)
    }

    @Test func tooLongNameLeavesNoDraft() throws {
        #expect(throws: StorageError.self) {
            try AtomicFile.write("x", to: folder(String(repeating: "n", count: 256)))
        }
        #expect(try folder.names() == [])
    }
}
