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
}
