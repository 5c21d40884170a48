import CPlatform
import Foundation
import SystemPackage
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct RegularFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func fileIsReadByPosition() throws {
        try folder.write("0123456789", to: "a")
        let file = try RegularFile(folder("a"))
        #expect(file.size == 10)
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(try file.read(at: 3, into: &bytes) == 4)
        #expect(bytes == Array("3456".utf8))
        #expect(try file.read(at: 8, into: &bytes) == 2)
        #expect(bytes == Array("8956".utf8))
        #expect(try file.read(at: 10, into: &bytes) == 0)
        #expect(try file.read(at: 99, into: &bytes) == 0)
    }

    @Test func negativePositionIsAnError() throws {
        try folder.write("x", to: "a")
        var bytes: [UInt8] = [0]
        let file = try RegularFile(folder("a"))
        #expect(throws: StorageError.self) { try file.read(at: -1, into: &bytes) }
    }

    @Test func changeOfSizeOrTimeIsDetected() throws {
        try folder.write("x", to: "a")
        let file = try RegularFile(folder("a"))
        #expect(try !file.hasChanged())
        var times = [timespec(tv_sec: 1, tv_nsec: 5), timespec(tv_sec: 1, tv_nsec: 5)]
        try #require(utimensat(AT_FDCWD, folder("a").string, &times, 0) == 0)
        #expect(try file.hasChanged())
        let again = try RegularFile(folder("a"))
        #expect(again.modificationTime == 1_000_000_005)
        let writer = open(folder("a").string, O_WRONLY | O_APPEND)
        defer { close(writer) }
        try #require(write(writer, "y", 1) == 1)
        #expect(try again.hasChanged())
    }

    @Test func otherFileOfTheNameIsNotRead() throws {
        try folder.write("old", to: "a")
        let file = try RegularFile(folder("a"))
        try AtomicFile.write("new", to: folder("a"))
        var bytes = [UInt8](repeating: 0, count: 3)
        #expect(try file.read(at: 0, into: &bytes) == 3)
        #expect(bytes == Array("old".utf8))
        #expect(try file.inode != RegularFile(folder("a")).inode)
    }

    /// A file that is missing in a folder that can be listed was removed; a missing folder may be a file system that is not mounted.
    @Test func missingFileIsCausedByUploadIfItsFolderExists() throws {
        let source = LocalUploadSource()
        try folder.write("x", to: "in/there")
        try folder.write("x", to: "in/folder/x")
        let missing = #expect(throws: StorageError.self) { try RegularFile(folder("in/missing")) }
        #expect(missing.map(source.isCausedByUpload) == true)
        let isFolder = #expect(throws: StorageError.self) { try RegularFile(folder("in/folder")) }
        #expect(isFolder.map(source.isCausedByUpload) == true)
        let below = #expect(throws: StorageError.self) { try RegularFile(folder("in/there/x")) }
        #expect(below?.errno == ENOTDIR && below.map(source.isCausedByUpload) == true)
        let unmounted = #expect(throws: StorageError.self) { try RegularFile(folder("mnt/x")) }
        #expect(unmounted?.errno == ENOENT && unmounted.map(source.isCausedByUpload) == false)
    }

    @Test func completeFileIsRead() throws {
        try folder.write("0123456789", to: "a")
        try folder.write("", to: "empty")
        #expect(try RegularFile(folder("a")).bytes() == Array("0123456789".utf8))
        #expect(try RegularFile(folder("empty")).bytes() == [])
    }

    @Test(arguments: [
        (EIO, false), (ENOSPC, false), (ESTALE, false), (EDQUOT, false), (EMFILE, false),
        (ENOENT, true), (ENOTDIR, true), (EACCES, true),
    ])
    func missingFileIsNotFound(errno: Int32, isNotFound: Bool) {
        #expect(StorageError("open", "path", errno).isNotFound == isNotFound)
    }

    /// Entries that another user may have created in place of a shared artifact.
    @Test(arguments: ["link", "linkToNothing", "linkToFolder", "linkToLink", "fifo", "folder"])
    func onlyRegularFilesAreRead(name: String) throws {
        try folder.write("secret", to: "outside/secret")
        try folder.write("x", to: "store/folder/x")
        let links = [
            "link": "../outside/secret", "linkToNothing": "nowhere", "linkToFolder": "folder",
            "linkToLink": "link",
        ]
        for (link, target) in links {
            try #require(symlink(target, folder("store/\(link)").string) == 0)
        }
        try #require(mkfifo(folder("store/fifo").string, 0o666) == 0)
        let path = folder("store/\(name)")
        let error = #expect(throws: StorageError.self) { try RegularFile(path) }
        #expect(error?.kind == .notRegular)
        let below = #expect(throws: StorageError.self) {
            try RegularFile(path, below: RootFolder(folder("store")))
        }
        #expect(below?.kind == (links[name] == nil ? .notRegular : .outside))
    }

    /// A hard link is the same file; no symbolic link is followed.
    @Test func hardLinksAreTheSameFile() throws {
        try folder.write("x", to: "a")
        try #require(link(folder("a").string, folder("b").string) == 0)
        let (a, b) = (try RegularFile(folder("a")), try RegularFile(folder("b")))
        #expect(a.inode == b.inode && a.device == b.device)
    }

    /// `open` waits for a writer of a FIFO.
    @Test func irregularFileIsRejectedWithoutWaiting() throws {
        try folder.write("x", to: "a")
        try #require(mkfifo(folder("fifo").string, 0o666) == 0)
        try #require(symlink("a", folder("link").string) == 0)
        for path in [folder("fifo"), folder("link"), folder.path, "/dev/null"] {
            let error = #expect(throws: StorageError.self) { try RegularFile(path) }
            #expect(error?.kind == .notRegular)
            #expect(error?.isNotFound == true)
        }
        let error = #expect(throws: StorageError.self) { try RegularFile(folder("none")) }
        #expect(error?.kind == .system && error?.errno == ENOENT)
    }
}
