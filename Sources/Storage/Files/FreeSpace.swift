public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The free space of file systems.
public enum FreeSpace {
    /// Returns the number of bytes that this process may write below a folder.
    ///
    /// For a folder that does not exist, this is the free space of the nearest one above it.
    public static func bytes(below folder: FilePath) throws(StorageError) -> Int64 {
        var status = statvfs()
        do {
            try call("statvfs", at: folder) { unsafe statvfs($0, &status) }
        } catch {
            let above = folder.parent
            guard error.errno == ENOENT, above != folder else { throw error }
            return try bytes(below: above)
        }
        let (bytes, isTooMany) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMany ? .max : Int64(clamping: bytes)
    }

    /// Returns whether less than 64 MiB can be written to a folder, by its file system or by a quota.
    public static func isExhausted(in folder: OpenFolder) -> Bool {
        let required: Int64 = 64 << 20
        if let free = try? bytes(below: folder.path), free < required { return true }
        #if os(Linux)
            let name = ".vt-\(uniqueName()).tmp"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            let number = unsafe openat(folder.descriptor, name, flags, mode_t(0o600))
            guard number >= 0 else { return errno == ENOSPC || errno == EDQUOT }
            let file = Descriptor(owning: number, path: folder.path.appending(name))
            defer { unsafe unlinkat(folder.descriptor, name, 0) }
            let reason = posix_fallocate(file.number, 0, off_t(required))
            return reason == ENOSPC || reason == EDQUOT
        #else
            return false
        #endif
    }
}
