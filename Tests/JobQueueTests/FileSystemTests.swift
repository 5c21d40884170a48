import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// File systems on which a queue's file is refused, or warned about.
@Suite struct FileSystemTests {
    /// statfs(2), linux/magic.h; the last ones are ext4, XFS, Btrfs, tmpfs, overlayfs and ZFS.
    @Test(
        arguments: [
            (0x6969, FileSystemKind.network("NFS")), (0x517B, .network("SMB")),
            (0xFE53_4D42, .network("SMB")), (0xFF53_4D42, .network("SMB")),
            (0x00C3_6400, .network("Ceph")), (0x0102_1997, .network("9p")),
            (0x6573_5546, .userSpace), (0xEF53, nil), (0x5846_5342, nil), (0x9123_683E, nil),
            (0x0102_1994, nil), (0x794C_7630, nil), (0x2FC1_2FC1, nil),
        ] as [(UInt32, FileSystemKind?)])
    func magicNumberHasKind(number: UInt32, kind: FileSystemKind?) {
        #expect(FileSystemKind(magicNumber: number) == kind)
    }

    @Test(
        arguments: [
            ("nfs", FileSystemKind.network("NFS")), ("smbfs", .network("SMB")),
            ("macfuse", .userSpace), ("apfs", nil), ("hfs", nil),
        ] as [(String, FileSystemKind?)])
    func nameOfMacOSHasKind(name: String, kind: FileSystemKind?) {
        #expect(FileSystemKind(typeName: name) == kind)
    }

    @Test func refusedFileSystemGetsNoFile() throws {
        let folder = try TemporaryFolder("queue")
        let path = folder.file("queue.db").path
        let error = #expect(throws: QueueError.self) {
            try SQLiteDatabase(path) { _ in .network("NFS") }
        }
        #expect(error?.code == .refused && error?.subject == path)
        #expect(error?.message.contains("NFS") == true)
        #expect(error?.advice.contains("PostgreSQL") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    /// The folders of this host that a test may write to: a disk, and a file system in memory.
    private static let folders = [NSTemporaryDirectory(), "/dev/shm"].filter {
        FileManager.default.isWritableFile(atPath: $0)
    }

    @Test(arguments: folders)
    func localFileSystemIsAccepted(folder: String) async throws {
        let path = "\(folder)/vtranscode-\(UUID().uuidString)/queue.db"
        defer {
            try? FileManager.default.removeItem(
                at: URL(filePath: path).deletingLastPathComponent())
        }
        var warnings: [String] = []
        for _ in 0..<2 {
            // Missing, then present.
            _ = try await QueueURL("sqlite:\(path)").open { warnings.append($0) }
        }
        #expect(warnings == [])
    }

    @Test func pathWithoutFolderIsInTheCurrentOne() {
        #expect(FileSystemKind(ofDatabase: "no-such-file.db") == FileSystemKind(at: "."))
        #expect(FileSystemKind(at: "/no/such/folder") == nil)
    }

    @Test(.enabled(if: FUSEMount.isAvailable, "needs /dev/fuse, python3-fusepy and root"))
    func fuseIsWarnedAbout() async throws {
        let mount = try await FUSEMount()
        let path = mount.path.appending(path: "queue.db").path
        #expect(FileSystemKind(ofDatabase: path) == .userSpace)
        var warnings: [String] = []
        let store = try await QueueURL("sqlite:\(path)").open { warnings.append($0) }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("FUSE") == true)
        #expect(warnings.first?.contains("PostgreSQL") == true)
        // A warning only: the queue works.
        #expect(try await store.stats().jobs == [:])
    }
}
