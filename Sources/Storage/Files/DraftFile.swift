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

    /// Writes the content of finished files, one after another, to a path that does not exist.
    ///
    /// - Parameters:
    ///   - files: The files, in order.
    ///   - path: The path.
    ///   - observe: Receives the content in parts of at most one megabyte, with the index of the file.
    /// - Throws: `StorageError`, and the errors of `observe`.
    public static func join(
        _ files: [RegularFile], to path: FilePath,
        observe: (_ file: Int, _ part: ArraySlice<UInt8>) throws -> Void
    ) throws {
        let joined = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        for (index, file) in files.enumerated() {
            var offset: Int64 = 0
            while case let count = try file.read(at: offset, into: &buffer), count > 0 {
                try observe(index, buffer[..<count])
                try joined.append(buffer.span.extracting(first: count))
                offset += Int64(count)
            }
        }
    }
}
