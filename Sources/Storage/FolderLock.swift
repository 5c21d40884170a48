#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The lock of a folder that its holder may remove.
enum FolderLock {
    /// The file in the folder that is locked: NFS cannot lock the folder itself.
    static let name = "lock"

    /// Makes the folder if need be and locks it; the lock lasts as long as the descriptor.
    ///
    /// - Throws: `.locked` if another descriptor has it.
    static func acquire(_ folder: String) throws(StorageError) -> Descriptor {
        // A holder may remove folder and lock between any two steps here: then all begins anew.
        // Chosen because each round means that another holder came and went meanwhile.
        for _ in 0..<100 {
            if let lock = try attempt(folder) { return lock }
        }
        // Or it cannot be made at all, as below /proc: that is no other run's doing.
        try Folder.create(folder)
        throw StorageError("lock", folder, EWOULDBLOCK, kind: .locked)
    }

    private static func attempt(_ folder: String) throws(StorageError) -> Descriptor? {
        let path = folder + "/" + name
        do {
            try Folder.create(folder)
            let lock = try Descriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
            try call("lock", folder) { flock(lock.number, LOCK_EX | LOCK_NB) }
            // Only the file that the path names now counts: a removed one locks nobody out.
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
