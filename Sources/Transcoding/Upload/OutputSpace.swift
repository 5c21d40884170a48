public import MediaModel
internal import Storage

/// How much an output folder still takes.
public enum OutputSpace {
    /// Bytes that may still be written below the folder, which need not be there yet.
    ///
    /// - Throws: `UploadError`, `output` if the system does not tell.
    public static func freeBytes(_ output: String) throws(UploadError) -> Int64 {
        do {
            return try FreeSpace.bytes(below: output)
        } catch {
            throw UploadError(
                .output, output, "its free space cannot be told (\(error))",
                advice: "check that the folder can be read")
        }
    }
}
