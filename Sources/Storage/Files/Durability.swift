import CPlatform
internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Waits until files are on the disk, so that no name exists without its content.
enum Durability {
    /// Writes a folder and its content to the disk, with everything else that is unwritten on its file system.
    ///
    /// One call where the system has it, else file by file. On ext4 one call took 20 ms for 60 files of 0.5 MB, and file by
    /// file 200 ms (3 ms where everything was written already).
    static func syncAll(in path: FilePath) throws(StorageError) {
        let folder = try Descriptor.folder(path)
        do {
            try call("syncfs", path) { vt_sync_filesystem(folder.number) }
        } catch {
            guard error.errno == ENOTSUP || error.errno == ENOSYS else { throw error }
            try syncEach(in: folder)
        }
    }

    /// Writes a folder and its content to the disk, file by file.
    static func syncEach(in path: FilePath) throws(StorageError) {
        try syncEach(in: Descriptor.folder(path))
    }

    private static func syncEach(in folder: borrowing Descriptor) throws(StorageError) {
        for name in try folder.entries() {
            switch try folder.status(of: name).kind {
            case .folder: try syncEach(in: folder.folder(name))
            case .file: try folder.file(name).sync()
            case .link, .fifo, .socket, .device: break
            }
        }
        try folder.sync()
    }
}
