internal import Foundation
internal import JobQueue
internal import Storage

#if canImport(Glibc)
    internal import Glibc
#endif

/// What lies in a folder right now.
struct FolderLook {
    struct Found {
        /// Every regular file below the folder, by its path from there.
        var entries: [FinishedUploads.Entry]
        /// All else; links are not followed.
        var skipped: [SkippedEntry]
    }

    let folder: String

    /// Looks at everything below the folder.
    ///
    /// - Throws: `QueueError.badRequest` if the folder itself cannot be read; what cannot be below is among the skipped.
    func found() throws(QueueError) -> Found {
        let listing: FolderListing
        do throws(StorageError) {
            listing = try FolderWalk(folder).listing()
        } catch {
            throw QueueError(
                .badRequest, folder, Self.words(for: error),
                advice: "name a folder that is there and readable")
        }
        return Found(entries: listing.files.compactMap(entry), skipped: listing.skipped)
    }

    private static func words(for error: StorageError) -> String {
        switch error.errno {
        case ENOTDIR: "it is no folder"
        case ENOENT: "there is no such folder"
        case EACCES: "this folder cannot be read: no right to"
        default: "this folder cannot be read (\(error))"
        }
    }

    private func entry(_ path: String) -> FinishedUploads.Entry? {
        var status = stat()
        guard unsafe lstat("\(folder)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        let modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        return FinishedUploads.Entry(
            path: path, size: Int(status.st_size), modified: modified,
            isBeingWritten: isBeingWritten("\(folder)/\(path)"))
    }

    #if os(Linux)
        /// Whoever opens a file for writing while we ask sends a signal, which would end this process.
        private static let ignoresBrokenLeases: Void = { signal(SIGIO, SIG_IGN) }()
    #endif

    /// Whether some process has the file open for writing: Linux gives no read lease then (fcntl(2), F_SETLEASE).
    private func isBeingWritten(_ path: String) -> Bool? {
        #if os(Linux)
            _ = Self.ignoresBrokenLeases
            let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            // Linux's numbers, from <fcntl.h>: F_SETLEASE is for GNU sources only.
            let setLease: Int32 = 1024
            if fcntl(file, setLease, Int32(F_RDLCK)) == 0 { return false }
            return errno == EAGAIN ? true : nil
        #else
            return nil
        #endif
    }
}
