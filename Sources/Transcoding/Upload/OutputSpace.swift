package import MediaModel
internal import Storage
package import SystemPackage

/// The free space of an output folder.
package enum OutputSpace {
    /// Returns the free space below the folder, which need not exist, in bytes.
    ///
    /// - Throws: `UploadError`, `output` if the free space is not known.
    package static func freeBytes(_ output: FilePath) throws(UploadError) -> Int64 {
        do {
            return try FreeSpace.bytes(below: output)
        } catch {
            throw UploadError(
                .output, output.string, "its free space is not known (\(error.reason))",
                advice: "check that the folder can be read", cause: error)
        }
    }
}
