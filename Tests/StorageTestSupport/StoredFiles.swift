package import Storage
package import SystemPackage

/// The files of a folder in memory.
package enum StoredFiles {
    /// Reads all files below a folder, by their paths relative to the folder.
    package static func read(from folder: FilePath) throws(StorageError) -> [FilePath: [UInt8]] {
        var files: [FilePath: [UInt8]] = [:]
        for path in try FolderWalk(folder).listing().files {
            files[path] = try RegularFile(folder.pushing(path)).bytes()
        }
        return files
    }

    /// Writes files into a folder, which is created unless it exists.
    package static func write(
        _ files: [FilePath: [UInt8]], to folder: FilePath
    ) throws(StorageError) {
        try Folder.create(folder)
        for (path, bytes) in files {
            let file = folder.pushing(path)
            try Folder.create(file.parent)
            try DraftFile.write(bytes, to: file)
        }
    }
}
