import TestSupport
import Testing

@testable import S3
@testable import Storage

/// The objects that a commit finds below the name of its package.
@Suite(.timeLimit(.minutes(10))) struct S3CommitTests {
    let folder: TemporaryFolder
    let bucket: MemoryBucket

    init() throws {
        folder = try TemporaryFolder()
        bucket = try MemoryBucket()
    }

    private func error(_ body: () throws -> Void) -> StorageError? {
        #expect(throws: StorageError.self, performing: body)
    }

    @Test func objectsThatThePackageHasNotAreRemovedAtItsCommit() throws {
        let destination = try bucket.destination()
        let package = try destination.draft().stage(folder.package())
        // As a delayed request of a canceled job writes them.
        for file in ["video/9.m4s", "video/0.m4s.old", "old.m3u8"] {
            bucket.put([1], "packages/clip/\(file)")
        }
        bucket.put([2], "packages/clip-2/video/9.m4s")
        try destination.commit(package, as: "clip", replacing: false)
        #expect(bucket.hasPackage())
        #expect(
            bucket.files(of: "clip") == [
                "audio/0.m4s", "audio/playlist.m3u8", "manifest.json", "master.m3u8", "video/0.m4s",
                "video/1.m4s", "video/playlist.m3u8",
            ])
        #expect(bucket.objects["packages/clip-2/video/9.m4s"] == [2])
    }

    /// An object that is not of this program is never removed.
    @Test func objectOfOthersFailsTheCommit() throws {
        let destination = try bucket.destination()
        let package = try destination.draft().stage(folder.package())
        bucket.put([1], "packages/clip/notes/a.mov")
        let error = error { try destination.commit(package, as: "clip", replacing: false) }
        #expect(error?.kind == .exists)
        #expect(bucket.objects["packages/clip/notes/a.mov"] == [1])
        #expect(!bucket.files(of: "clip").contains("manifest.json"))
    }

    /// A playlist that is lost after its write keeps the package from being published.
    @Test func lostPlaylistIsFoundBeforeTheManifest() throws {
        let destination = try bucket.destination()
        let package = try destination.draft().stage(folder.package())
        bucket.setFailure { [bucket] call in
            if call.isChange, call.key == "packages/clip/master.m3u8" {
                bucket.remove("packages/clip/video/playlist.m3u8")
            }
            return nil
        }
        let error = error { try destination.commit(package, as: "clip", replacing: false) }
        #expect(error?.reason.contains("UNCONFIRMED") == true, "\(error?.reason ?? "")")
        #expect(!bucket.files(of: "clip").contains("manifest.json"))
        bucket.setFailure(nil)
        try destination.commit(package, as: "clip", replacing: false)
        #expect(bucket.hasPackage())
    }
}
