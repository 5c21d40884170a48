import Foundation
import SystemPackage
import Testing

@testable import Storage

@Suite struct RootFolderTests {
    let folder: TemporaryFolder
    let root: RootFolder

    init() throws {
        folder = try TemporaryFolder()
        root = RootFolder(folder("root"))
        try folder.write("inside", to: "root/in/a")
        try folder.write("outside", to: "else/a")
        for (link, target) in [
            ("root/link", "../else"), ("root/near", "in"), ("root/in/file", "a"), ("door", "root"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: folder(link).string, withDestinationPath: target)
        }
    }

    private func kind(_ body: () throws -> Void) -> StorageError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StorageError)?.kind
        }
    }

    /// Links to files below the root are rejected too: their targets may change before the use.
    @Test(arguments: [
        "root/link/a", "root/near/a", "root/in/file", "root/in/../in/a", "else/a", "rootless/a",
        "root/link/../in/a", "root/../\u{301}a", "root/link/\u{301}a",
    ])
    func pathOutsideIsRejected(_ path: String) throws {
        #expect(kind { _ = try RegularFile(folder(path), below: root) } == .outside)
        #expect(kind { try root.create(folder(path).appending("new")) } == .outside)
        #expect(kind { try root.check(folder(path)) } == .outside)
        #expect(try folder.names(in: "else") == ["a"])
    }

    @Test(arguments: ["root/in/a", "root//in/./a"])
    func fileBelowTheRootIsOpened(_ path: String) throws {
        var bytes = [UInt8](repeating: 0, count: 6)
        #expect(try RegularFile(folder(path), below: root).read(at: 0, into: &bytes) == 6)
        #expect(bytes == Array("inside".utf8))
    }

    @Test func rootMayBeALink() throws {
        let door = RootFolder(folder("door"))
        #expect(try RegularFile(folder("door/in/a"), below: door).size == 6)
        try door.create(folder("door/new/folder"))
        #expect(try folder.names(in: "root/new") == ["folder"])
        try RootFolder("/").check("/")
    }

    @Test func foldersAreCreatedOnce() throws {
        for path in ["root", "root/in", "root/out/deep/er", "root/out/deep"] {
            try root.create(folder(path))
            try root.create(folder(path))
            try root.check(folder(path))
        }
        #expect(try folder.names(in: "root/in") == ["a", "file"])
        #expect(try folder.names(in: "root/out/deep") == ["er"])
        #expect(kind { try root.check(folder("root/missing")) } == .system)
        #expect(kind { try root.create(folder("root/in/a/b")) } == .system)
        #expect(kind { _ = try RegularFile(folder("root/in"), below: root) } == .notRegular)
    }

    @Test func folderWithoutPermissionToListIsTraversed() throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o311], ofItemAtPath: folder("root/in").string)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: folder("root/in").string)
        }
        #expect(try RegularFile(folder("root/in/a"), below: root).size == 6)
    }

    @Test func workspaceIsBelowTheRoot() throws {
        let job = try SharedWorkspace(output: folder("root/out"), job: "1", below: root)
        #expect(job.path == folder("root/out/.vtranscode/jobs/1"))
        try SharedWorkspace.remove(output: folder("root/out"), job: "1", below: root)
        #expect(try folder.names(in: "root/out") == [])
        try SharedWorkspace.remove(output: folder("root/missing"), job: "1", below: root)

        // The hidden folder is checked, too.
        try FileManager.default.createSymbolicLink(
            atPath: folder("root/out/.vtranscode").string,
            withDestinationPath: folder("else").string)
        try folder.write("theirs", to: "else/jobs/1/file")
        for output in ["root/out", "root/link"] {
            #expect(
                kind { _ = try SharedWorkspace(output: folder(output), job: "1", below: root) }
                    == .outside)
            #expect(
                kind { try SharedWorkspace.remove(output: folder(output), job: "1", below: root) }
                    == .outside)
        }
        #expect(try folder.names(in: "else") == ["a", "jobs"])
        #expect(try folder.names(in: "else/jobs/1") == ["file"])
    }
}
