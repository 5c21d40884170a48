import Foundation
import Testing

@testable import Storage

@Suite struct PackageFolderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A package of one file in a work folder, beside the output folder "out".
    private func build(_ text: String) throws -> String {
        try Folder.create(folder("out"))
        try folder.write(text, to: "work/built/video/0.m4s")
        return folder("work/built")
    }

    @Test func aNewNameIsTaken() throws {
        let outcome = try PackageFolder.publish(
            build("new"),
            as: "clip",
            in: folder("out"),
            replacing: false
        )
        #expect(outcome == .created)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "new")
        #expect(try folder.names(in: "work") == [])
    }

    /// An output folder that somebody has put a file in the place of.
    @Test func aNameThatNothingHasIsNotTaken() throws {
        let built = try build("new")
        try folder.write("no folder", to: "file")
        let error = #expect(throws: StorageError.self) {
            try PackageFolder.publish(built, as: "clip", in: folder("file"), replacing: false)
        }
        #expect(error?.kind == .system && error?.errno == ENOTDIR)
        #expect(try folder.text(of: "work/built/video/0.m4s") == "new")
    }

    @Test func anEmptyFolderOfThatNameIsNoPackage() throws {
        try Folder.create(folder("out/clip"))
        try PackageFolder.publish(build("new"), as: "clip", in: folder("out"), replacing: false)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "new")
    }

    @Test func aPackageIsNotReplacedUnasked() throws {
        try folder.write("old", to: "out/clip/video/0.m4s")
        let error = #expect(throws: StorageError.self) {
            try PackageFolder.publish(
                build("new"),
                as: "clip",
                in: folder("out"),
                replacing: false
            )
        }
        #expect(error?.kind == .exists)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "old")
        #expect(try folder.text(of: "work/built/video/0.m4s") == "new")
    }

    @Test func aReplacedPackageIsGone() throws {
        try folder.write("old", to: "out/clip/old.txt")
        let outcome = try PackageFolder.publish(
            build("new"),
            as: "clip",
            in: folder("out"),
            replacing: true
        )
        #expect(outcome == .replaced)
        #expect(try folder.names(in: "out/clip") == ["video"])
        #expect(try folder.names(in: "work") == [])
    }

    @Test(arguments: [true, false])
    func whatIsNotAFolderIsNeverReplaced(replacing: Bool) throws {
        let built = try build("new")
        try folder.write("a file", to: "out/file")
        try folder.write("elsewhere", to: "elsewhere/a")
        try #require(symlink(folder("elsewhere"), folder("out/link")) == 0)
        for name in ["file", "link"] {
            let error = #expect(throws: StorageError.self) {
                try PackageFolder.publish(
                    built,
                    as: name,
                    in: folder("out"),
                    replacing: replacing
                )
            }
            #expect(error?.kind == .exists)
        }
        #expect(try folder.text(of: "out/file") == "a file")
        #expect(try folder.text(of: "elsewhere/a") == "elsewhere")
    }

    /// A reader that looks all the time never finds the name without a package.
    @Test func aReaderAlwaysSeesAPackage() async throws {
        try folder.write("0", to: "out/clip/video/0.m4s")
        let path = folder("out/clip/video/0.m4s")
        let reader = Task.detached {
            var misses = 0
            repeat { misses += access(path, R_OK) == 0 ? 0 : 1 } while !Task.isCancelled
            return misses
        }
        for round in 1...20 {
            try PackageFolder.publish(
                build("\(round)"),
                as: "clip",
                in: folder("out"),
                replacing: true
            )
        }
        reader.cancel()
        #expect(await reader.value == 0)
        #expect(try folder.text(of: "out/clip/video/0.m4s") == "20")
    }

    @Test(arguments: ["", "..", ".hidden", "a/b"])
    func aNameIsOneVisibleComponent(name: String) throws {
        let error = #expect(throws: StorageError.self) {
            try PackageFolder.publish(build("x"), as: name, in: folder("out"), replacing: true)
        }
        #expect(error?.errno == EINVAL)
    }

    @Test func aFileIsPlacedByLink() throws {
        try folder.write("x", to: "artifact/0.m4s")
        #expect(try FilePlacement.place(folder("artifact/0.m4s"), at: folder("0.m4s")) == .linked)
        #expect(
            try RegularFile(folder("0.m4s")).inode == RegularFile(folder("artifact/0.m4s")).inode)
        let error = #expect(throws: StorageError.self) {
            try FilePlacement.place(folder("artifact/0.m4s"), at: folder("0.m4s"))
        }
        #expect(error?.kind == .exists)
    }

    @Test func aCopyIsTheSameAndReplacesNothing() throws {
        let text = String(repeating: "0123456789", count: 250_000)
        try folder.write(text, to: "artifact")
        try FilePlacement.copy(RegularFile(folder("artifact")), to: folder("copy"))
        #expect(try folder.text(of: "copy") == text)
        let error = #expect(throws: StorageError.self) {
            try FilePlacement.copy(RegularFile(folder("artifact")), to: folder("copy"))
        }
        #expect(error?.kind == .exists)
    }
}
