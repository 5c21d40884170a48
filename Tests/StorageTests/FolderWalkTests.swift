import Foundation
import SystemPackage
import Testing

@testable import Storage

@Suite struct FolderWalkTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reasons(_ listing: FolderListing) -> [FilePath: SkippedEntry.Reason] {
        Dictionary(uniqueKeysWithValues: listing.skipped.map { ($0.path, $0.reason) })
    }

    @Test func filesAreSortedByTheBytesOfTheirNames() throws {
        for name in ["b.mp4", "B.mp4", "a/2.mp4", "a/10.mp4", "é.mp4", "z.mp4", "a b.mp4"] {
            try folder.write("x", to: name)
        }
        let listing = try FolderWalk(folder.path).listing()
        #expect(
            listing.files
                == ["B.mp4", "a/10.mp4", "a/2.mp4", "a b.mp4", "b.mp4", "z.mp4", "é.mp4"]
        )
        #expect(listing.skipped == [])
    }

    @Test func irregularEntriesAreReportedAndNotOpened() throws {
        try folder.write("x", to: "real/a.mp4")
        try folder.write("x", to: ".hidden/b.mp4")
        try folder.write("x", to: ".c.mp4")
        try #require(symlink("a.mp4", folder("real/link.mp4").string) == 0)
        try #require(symlink("..", folder("real/loop").string) == 0)
        try #require(symlink("nowhere", folder("dangling").string) == 0)
        try #require(mkfifo(folder("pipe.mp4").string, 0o666) == 0)
        let socket = try makeSocket(folder("s").string)
        defer { close(socket) }
        let listing = try FolderWalk(folder.path).listing()
        #expect(listing.files == ["real/a.mp4"])
        #expect(
            reasons(listing) == [
                ".hidden": .hidden, ".c.mp4": .hidden, "real/link.mp4": .link, "real/loop": .link,
                "dangling": .link, "pipe.mp4": .fifo, "s": .socket,
            ]
        )
    }

    @Test func deviceIsReported() throws {
        let listing = try FolderWalk("/dev", maximumDepth: 0).listing()
        #expect(reasons(listing)["null"] == .device)
    }

    @Test func nameThatIsNotUTF8IsReported() throws {
        let name: [CChar] = folder.path.appending("caf").string.utf8CString.dropLast() + [-23, 0]
        let descriptor = creat(name, 0o666)
        guard descriptor >= 0 else {
            // macOS rejects such names.
            #expect(errno == EILSEQ)
            return
        }
        close(descriptor)
        let listing = try FolderWalk(folder.path).listing()
        #expect(listing.files == [])
        let found = try #require(listing.skipped.first)
        #expect(listing.skipped.count == 1 && found.reason == .nameNotUTF8)
        #expect(found.path.string == "caf\u{FFFD}")
        // The path has the name's bytes, not those of the text.
        #expect(found.path.length == 4)
    }

    @Test func depthIsBounded() throws {
        try folder.write("x", to: "1/2/3/deep.mp4")
        try folder.write("x", to: "1/2/found.mp4")
        let listing = try FolderWalk(folder.path, maximumDepth: 2).listing()
        #expect(listing.files == ["1/2/found.mp4"])
        #expect(reasons(listing) == ["1/2/3": .tooDeep])
    }

    @Test func missingRootIsAnError() throws {
        let error = #expect(throws: StorageError.self) {
            try FolderWalk(folder("none")).listing()
        }
        #expect(error?.errno == ENOENT)
    }

    private func makeSocket(_ path: String) throws -> Int32 {
        let listener = socket(AF_UNIX, streamSocket, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return listener
    }

    #if canImport(Glibc)
        private var streamSocket: Int32 { Int32(SOCK_STREAM.rawValue) }
    #else
        private var streamSocket: Int32 { SOCK_STREAM }
    #endif
}
