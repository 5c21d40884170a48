import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Waits until files are on the disk, so that a name is never there without its content.
enum Durability {
    /// Writes out a folder with all that is in it, and whatever else waits on its file system.
    ///
    /// One call where the system has it; otherwise file by file. On ext4 the one call took 20 ms
    /// for 60 files of 0.5 MB, and 200 ms file by file (3 ms where nothing was left to write).
    static func syncAll(in path: String) throws(StorageError) {
        let folder = try Descriptor.folder(path)
        do {
            try call("syncfs", path) { vt_sync_filesystem(folder.number) }
        } catch {
            guard error.errno == ENOTSUP || error.errno == ENOSYS else { throw error }
            try syncEach(in: folder)
        }
    }

    /// Writes out a folder with all that is in it, one by one, and nothing else.
    static func syncEach(in path: String) throws(StorageError) {
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
