public import Foundation

/// A FUSE file system that passes each operation on to a folder, and caches names that do not exist as NFS clients do.
///
/// It stands for one of several hosts that share a folder: changes that are made in the folder are those of another host.
public final class FUSEMount: Sendable {
    /// Whether a test may mount such a file system on this host.
    public static let isAvailable =
        access("/dev/fuse", R_OK | W_OK) == 0 && geteuid() == 0
        && access("/usr/lib/python3/dist-packages/fusepy.py", R_OK) == 0

    /// The mounted file system.
    public let path: URL
    /// The folder behind it.
    public let source: URL
    private let folder: TemporaryFolder
    private let server: RunningCommand

    /// Mounts the file system.
    ///
    /// - Parameters:
    ///   - source: The folder behind it; `nil` for a new one.
    ///   - negativeTimeout: The seconds for which the system remembers that a name does not exist.
    /// - Throws: If it cannot be mounted.
    public init(over source: URL? = nil, negativeTimeout: Int = 0) async throws {
        let folder = try TemporaryFolder("fuse")
        self.folder = folder
        self.source = try source ?? folder.folder("source")
        path = try folder.folder("mount")
        server = try await RunningCommand(
            Command(
                "/usr/bin/python3",
                ["-c", Self.program, self.source.path, path.path, "\(negativeTimeout)"]))
        let (mount, server) = (path.path, server)
        do {
            try await eventually {
                if server.errorOutput.contains("Error") {
                    throw MountError(text: server.errorOutput)
                }
                return Self.device(mount) != Self.device(folder.url.path)
            }
        } catch {
            Self.unmount(mount)
            throw error
        }
    }

    deinit { Self.unmount(path.path) }

    /// The error of a file system that could not be mounted.
    struct MountError: Error { let text: String }

    private static func device(_ path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return UInt64(truncatingIfNeeded: status.st_dev)
    }

    private static func unmount(_ path: String) {
        #if canImport(Glibc)
            _ = umount2(path, Int32(MNT_DETACH))
        #endif
    }

    private static let program = """
        import os, sys
        from fusepy import FUSE, FuseOSError, Operations

        class Passthrough(Operations):
            def __call__(self, operation, path, *arguments):
                try:
                    return super().__call__(operation, sys.argv[1] + path if path else path, *arguments)
                except OSError as error:
                    raise FuseOSError(error.errno)

            def getattr(self, path, handle=None):
                status = os.lstat(path)
                return {name: getattr(status, name) for name in (
                    "st_ino", "st_mode", "st_nlink", "st_size", "st_uid", "st_gid", "st_atime", "st_mtime", "st_ctime")}

            def readdir(self, path, handle):
                return [".", ".."] + os.listdir(path)

            def statfs(self, path):
                status = os.statvfs(path)
                return {name: getattr(status, name) for name in (
                    "f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_frsize", "f_namemax")}

            def rename(self, old, new):
                os.rename(old, sys.argv[1] + new)

            def create(self, path, mode, info=None):
                return os.open(path, os.O_RDWR | os.O_CREAT, mode)

            def open(self, path, flags):
                return os.open(path, flags)

            def read(self, path, size, offset, handle):
                return os.pread(handle, size, offset)

            def write(self, path, data, offset, handle):
                return os.pwrite(handle, data, offset)

            def truncate(self, path, length, handle=None):
                os.truncate(path, length)

            def release(self, path, handle):
                os.close(handle)

            def fsync(self, path, onlydata, handle):
                os.fsync(handle)

            def utimens(self, path, times=None):
                os.utime(path, times)

            chmod = staticmethod(os.chmod)
            chown = staticmethod(os.chown)
            mkdir = staticmethod(os.mkdir)
            rmdir = staticmethod(os.rmdir)
            unlink = staticmethod(os.unlink)

        FUSE(Passthrough(), sys.argv[2], foreground=True, nothreads=True, use_ino=True, entry_timeout=0, attr_timeout=0,
             negative_timeout=int(sys.argv[3]))
        """
}
