import Foundation
import Testing

@testable import Storage

@Suite struct FilePlacementTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func permissions(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    /// What a new file of this process has; the file is made by the system, not by what is tested.
    private func own() throws -> Int {
        try folder.write("", to: "own")
        return try permissions("own")
    }

    /// A file that another process made may be writable for all, set user IDs, or be unreadable for those who serve packages.
    @Test(arguments: [0o777, 0o4755, 0o2770, 0o1666, 0o400, 0o600, 0o644])
    func placedFileHasThePermissionsOfANewOne(mode: Int) throws {
        try folder.write("segment", to: "a")
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder("a"))
        #expect(try FilePlacement.place(folder("a"), at: folder("b")) == .linked)
        #expect(try permissions("b") == own())
        #expect(try folder.text(of: "b") == "segment")
    }

    @Test func copyHasThePermissionsOfANewFile() throws {
        try folder.write("segment", to: "a")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o4700], ofItemAtPath: folder("a"))
        try FilePlacement.copy(RegularFile(folder("a")), to: folder("b"))
        #expect(try permissions("b") == own())
    }

    @Test func namesElsewhereAreNoticed() throws {
        try folder.write("x", to: "work/artifacts/a")
        try folder.write("x", to: "work/.holder/deep/c")
        let count = NameCount(below: folder("work"))
        #expect(try count.hasAllNames(of: RegularFile(folder("work/artifacts/a"))))
        try FileManager.default.linkItem(
            atPath: folder("work/artifacts/a"), toPath: folder("work/.holder/deep/b"))
        #expect(try count.hasAllNames(of: RegularFile(folder("work/artifacts/a"))))
        try FileManager.default.linkItem(
            atPath: folder("work/artifacts/a"), toPath: folder("foreign"))
        #expect(try !count.hasAllNames(of: RegularFile(folder("work/artifacts/a"))))
    }

    @Test func descriptorLimitIsRaisedToTheHardOne() {
        let limit = DescriptorLimit.raise()
        #expect(limit > 0 && limit <= DescriptorLimit.most)
        #expect(DescriptorLimit.raise() == limit)
    }
}
