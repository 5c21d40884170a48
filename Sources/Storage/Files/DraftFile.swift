public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Writes files into folders that no process reads before they are complete, such as the draft of an artifact.
///
/// No file is renamed or removed, which sandbox processes may not do: all bytes that they wrote are in their folder.
public enum DraftFile {
    /// Writes the bytes to a path, over those of an earlier attempt; on failure the file may be incomplete.
    ///
    /// The caller that commits the file waits for the disk.
    public static func write(_ bytes: [UInt8], to path: FilePath) throws(StorageError) {
        let file = try Descriptor(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o666)
        try file.append(bytes.span)
    }
}
