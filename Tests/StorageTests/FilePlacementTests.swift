import Foundation
import SystemPackage
import Testing

@testable import Storage

@Suite struct FilePlacementTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func permissions(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder(name).string)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    /// The permissions of a new file of this process, which Foundation creates.
    private func own() throws -> Int {
        try folder.write("", to: "own")
        return try permissions("own")
    }

    /// A file of another process may be writable for all, set user IDs, or be unreadable for web servers.
    @Test(arguments: [0o777, 0o4755, 0o2770, 0o1666, 0o400, 0o600, 0o644])
    func placedFileHasThePermissionsOfANewOne(mode: Int) throws {
        try folder.write("segment", to: "a")
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder("a").string)
        #expect(try FilePlacement.place(folder("a"), at: folder("b")) == .linked)
        #expect(try permissions("b") == own())
        #expect(try folder.text(of: "b") == "segment")
    }

    @Test func copyHasThePermissionsOfANewFile() throws {
        try folder.write("segment", to: "a")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o4700], ofItemAtPath: folder("a").string)
        try FilePlacement.copy(RegularFile(folder("a")), to: folder("b"))
        #expect(try permissions("b") == own())
    }

    @Test func fileIsPlacedByLink() throws {
        try folder.write("x", to: "artifact/0.m4s")
        #expect(try FilePlacement.place(folder("artifact/0.m4s"), at: folder("0.m4s")) == .linked)
        #expect(
            try RegularFile(folder("0.m4s")).inode == RegularFile(folder("artifact/0.m4s")).inode)
        let error = #expect(throws: StorageError.self) {
            try FilePlacement.place(folder("artifact/0.m4s"), at: folder("0.m4s"))
        }
        #expect(error?.kind == .exists)
    }

    @Test func copyIsEqualAndReplacesNothing() throws {
        let text = String(repeating: "0123456789", count: 250_000)
        try folder.write(text, to: "artifact")
        try FilePlacement.copy(RegularFile(folder("artifact")), to: folder("copy"))
        #expect(try folder.text(of: "copy") == text)
        let error = #expect(throws: StorageError.self) {
            try FilePlacement.copy(RegularFile(folder("artifact")), to: folder("copy"))
        }
        #expect(error?.kind == .exists)
    }

    @Test func nameOutsideOfTheFolderIsDetected() throws {
        try folder.write("x", to: "work/artifacts/a")
        try folder.write("x", to: "work/.holder/deep/c")
        let count = NameCount(below: folder("work"))
        #expect(try count.hasAllNames(of: RegularFile(folder("work/artifacts/a"))))
        try FileManager.default.linkItem(
            atPath: folder("work/artifacts/a").string, toPath: folder("work/.holder/deep/b").string)
        #expect(try count.hasAllNames(of: RegularFile(folder("work/artifacts/a"))))
        try FileManager.default.linkItem(
            atPath: folder("work/artifacts/a").string, toPath: folder("foreign").string)
        #expect(try !count.hasAllNames(of: RegularFile(folder("work/artifacts/a"))))
    }

    @Test func descriptorLimitIsRaisedToTheHardOne() {
        let limit = DescriptorLimit.raise()
        #expect(limit > 0 && limit <= DescriptorLimit.largest)
        #expect(DescriptorLimit.raise() == limit)
    }
}
