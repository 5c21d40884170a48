public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Writes complete files: a reader of the path sees the old content or the new one.
public enum AtomicFile {
    /// Writes the bytes to a hidden file beside the path, waits for the disk, and renames it.
    ///
    /// On failure the path is unchanged and the hidden file is removed. A process that is killed meanwhile may leave a file
    /// named `.vt-….tmp`.
    public static func write(_ bytes: [UInt8], to path: FilePath) throws(StorageError) {
        let draft = path.parent.appending(".vt-\(uniqueName()).tmp")
        let file = try Descriptor(draft, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
        do throws(StorageError) {
            try file.append(bytes.span)
            try file.sync()
            try call("rename", from: draft, to: path) { unsafe rename($0, $1) }
        } catch {
            // The first error is the cause; one of the cleanup would hide it.
            _ = try? call("unlink", at: draft) { unsafe unlink($0) }
            throw error
        }
        try Descriptor.folder(path.parent).sync()
    }

    /// Writes text as UTF-8.
    public static func write(_ text: String, to path: FilePath) throws(StorageError) {
        try write(Array(text.utf8), to: path)
    }
}
