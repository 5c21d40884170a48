#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Writes files into folders that nobody reads before the work on them is done, such as an artifact's draft.
///
/// Nothing is renamed or removed, which sandbox processes cannot do: every byte that they wrote can be seen in their folder.
public enum DraftFile {
    /// Writes the bytes to a path, over what an earlier try left there; on failure a part of them may be there.
    ///
    /// Whoever places the file waits for the disk.
    public static func write(_ bytes: [UInt8], to path: String) throws(StorageError) {
        let file = try Descriptor(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o666)
        try file.append(bytes.span)
    }
}
