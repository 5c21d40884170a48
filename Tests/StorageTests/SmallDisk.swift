import Foundation
import Testing

/// A disk that is soon full, for the process that makes it only.
struct SmallDisk {
    /// A folder on the disk.
    let path: String

    /// What a write gives when there is no room, and whether that is called a full disk.
    let errno: Int32
    let isDiskFull: Bool

    /// Makes a disk of 256 KiB, seen by this process only, in place of an empty folder.
    ///
    /// Where the process may not, no file of it may grow past 64 KiB instead, which fails in the
    /// same places for another reason.
    init(at folder: String) throws {
        #if canImport(Glibc)
            if mount("none", folder, "tmpfs", 0, "size=256k") == 0 {
                let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
                // Without a name at once: it lasts as long as the descriptor, so until the process
                // ends, in whatever way.
                try #require(umount2(folder, Int32(MNT_DETACH)) == 0 && descriptor >= 0)
                (path, errno, isDiskFull) = ("/proc/self/fd/\(descriptor)", ENOSPC, true)
                return
            }
        #endif
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 64 << 10, rlim_max: 64 << 10)
        try #require(setrlimit(Self.fileSize, &limit) == 0)
        (path, errno, isDiskFull) = (folder, EFBIG, false)
    }

    #if canImport(Glibc)
        private static var fileSize: __rlimit_resource_t {
            __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        }
    #else
        private static var fileSize: Int32 { RLIMIT_FSIZE }
    #endif
}
