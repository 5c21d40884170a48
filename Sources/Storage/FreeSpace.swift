#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// How much a file system still takes.
public enum FreeSpace {
    /// Bytes that this process may still write below a folder.
    ///
    /// Of a folder that is not there yet, what counts is the nearest one above it that is.
    public static func bytes(below folder: String) throws(StorageError) -> Int64 {
        var status = statvfs()
        do {
            try call("statvfs", folder) { unsafe statvfs(folder, &status) }
        } catch {
            let above = parent(of: folder)
            guard error.errno == ENOENT, above != folder else { throw error }
            return try bytes(below: above)
        }
        let (bytes, isTooMany) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMany ? .max : Int64(clamping: bytes)
    }

    /// Whether a folder takes no more, or hardly more: fewer than 64 MiB, by the file system's own word or by a quota.
    public static func isExhausted(in folder: OpenFolder) -> Bool {
        let least: Int64 = 64 << 20
        if let free = try? bytes(below: folder.path), free < least { return true }
        #if os(Linux)
            let name = ".vt-\(uniqueName()).tmp"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            let number = unsafe openat(folder.descriptor, name, flags, mode_t(0o600))
            guard number >= 0 else { return errno == ENOSPC || errno == EDQUOT }
            let file = Descriptor(owning: number, path: name)
            defer { unsafe unlinkat(folder.descriptor, name, 0) }
            let reason = posix_fallocate(file.number, 0, off_t(least))
            return reason == ENOSPC || reason == EDQUOT
        #else
            return false
        #endif
    }
}
