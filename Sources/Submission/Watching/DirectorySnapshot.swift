internal import Foundation
internal import JobQueue
internal import Storage
internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#endif

/// The entries below a directory at one time.
struct DirectorySnapshot {
    /// The regular files, with paths relative to the directory.
    let files: [StableFileDetector.File]
    /// All other entries, and unreadable ones; links are not followed.
    let skipped: [SkippedEntry]

    /// Reads a directory and those below it.
    ///
    /// - Throws: `QueueError.badRequest` if the directory itself cannot be read.
    init(of directory: FilePath) throws(QueueError) {
        let listing: FolderListing
        do throws(StorageError) {
            listing = try FolderWalk(directory).listing()
        } catch {
            throw QueueError(
                .badRequest, directory.string, Self.message(for: error),
                advice: "name a readable directory", cause: error)
        }
        files = listing.files.compactMap { Self.file($0, in: directory) }
        skipped = listing.skipped
    }

    private static func message(for error: StorageError) -> String {
        switch error.errno {
        case ENOTDIR: "it is not a directory"
        case ENOENT: "there is no such directory"
        case EACCES: "the directory cannot be read: permission denied"
        default: "the directory cannot be read (\(error))"
        }
    }

    private static func file(
        _ path: FilePath, in directory: FilePath
    ) -> StableFileDetector.File? {
        let file = directory.pushing(path)
        guard let status = try? FileStatus(of: file), status.kind == .file else { return nil }
        return StableFileDetector.File(
            path: path, size: Int(status.size), modified: status.modificationTime,
            isOpenForWriting: isOpenForWriting(file))
    }

    #if os(Linux)
        /// Ignores SIGIO, which the kernel sends when a process opens a leased file for writing, and which ends a process by default.
        private static let ignoresBrokenLeases: Void = { signal(SIGIO, SIG_IGN) }()
    #endif

    /// Whether a process has the file open for writing: Linux grants no read lease then (fcntl(2), F_SETLEASE).
    private static func isOpenForWriting(_ path: FilePath) -> Bool? {
        #if os(Linux)
            _ = ignoresBrokenLeases
            guard let file = try? Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
                return nil
            }
            // The value of F_SETLEASE on Linux; <fcntl.h> defines it for GNU sources only.
            let setLease: Int32 = 1024
            if fcntl(file.number, setLease, Int32(F_RDLCK)) == 0 { return false }
            return errno == EAGAIN ? true : nil
        #else
            return nil
        #endif
    }
}
