package import Storage

/// The files of a folder in memory.
package enum StoredFiles {
    /// Reads all files below a folder, by their paths relative to the folder.
    package static func read(from folder: String) throws(StorageError) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in try FolderWalk(folder).listing().files {
            files[path] = try RegularFile("\(folder)/\(path)").bytes()
        }
        return files
    }

    /// Writes files into a folder, which is created unless it exists.
    package static func write(
        _ files: [String: [UInt8]], to folder: String
    ) throws(StorageError) {
        try Folder.create(folder)
        for (path, bytes) in files {
            try Folder.create(PathText.parent("\(folder)/\(path)"))
            try DraftFile.write(bytes, to: "\(folder)/\(path)")
        }
    }
}
