import Foundation
import SystemPackage
import Testing

/// A small disk, for the process that creates it only.
struct SmallDisk {
    /// A folder on the disk.
    let path: FilePath

    /// The error of a write without free space, and whether it means a full disk.
    let errno: Int32
    let isDiskFull: Bool

    /// Mounts a disk of 256 KiB, visible to this process only, on an empty folder.
    ///
    /// Without permission for that, the size of files is limited to 64 KiB instead, which fails in the same functions with
    /// another error.
    init(at folder: FilePath) throws {
        #if canImport(Glibc)
            if mount("none", folder.string, "tmpfs", 0, "size=256k") == 0 {
                let descriptor = open(folder.string, O_RDONLY | O_DIRECTORY)
                // Unmounted at once: the disk exists as long as the descriptor, until the process exits.
                try #require(umount2(folder.string, Int32(MNT_DETACH)) == 0 && descriptor >= 0)
                (path, errno, isDiskFull) = (FilePath("/proc/self/fd/\(descriptor)"), ENOSPC, true)
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
