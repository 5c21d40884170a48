internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The lock of a folder, which its owner may remove; released when it goes out of scope.
struct FolderLock: ~Copyable, Sendable {
    /// The file in the folder that is locked: NFS cannot lock the folder itself.
    static let name: FilePath.Component = "lock"

    let file: Descriptor

    /// Creates the folder, unless it exists, and locks it.
    ///
    /// - Throws: `.locked` if another descriptor has the lock.
    init(_ folder: FilePath) throws(StorageError) {
        // Another owner may remove folder and lock between any two steps; then all steps are repeated.
        // Chosen because each round means that another owner has locked and removed the folder meanwhile.
        for _ in 0..<100 {
            if let file = try Self.attempt(folder) {
                self.file = file
                return
            }
        }
        // The folder may be impossible to create, as below /proc.
        try Folder.create(folder)
        throw StorageError("lock", folder, EWOULDBLOCK, kind: .locked)
    }

    // Closing the file is not enough: a child process has a duplicate of its descriptor from fork to exec.
    deinit { flock(file.number, LOCK_UN) }

    private static func attempt(_ folder: FilePath) throws(StorageError) -> Descriptor? {
        let path = folder.appending(name)
        do {
            try Folder.create(folder)
            let lock = try Descriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
            try call("lock", folder) { flock(lock.number, LOCK_EX | LOCK_NB) }
            // A lock file that was removed excludes no other process.
            guard try isCurrent(lock) else { return nil }
            return lock
        } catch {
            switch error.errno {
            case EWOULDBLOCK: throw error.with(.locked)
            case ENOENT: return nil
            default: throw error
            }
        }
    }

    private static func isCurrent(_ lock: borrowing Descriptor) throws(StorageError) -> Bool {
        try lock.status().isSameFile(as: FileStatus(of: lock.path))
    }
}
