#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Makes and removes folders.
public enum Folder {
    /// Makes a folder and those above it; one that is there already is left as it is.
    public static func create(_ path: String) throws(StorageError) {
        do {
            try createLast(path)
        } catch {
            guard error.errno == ENOENT, parent(of: path) != path, !path.isEmpty else {
                throw error
            }
            try create(parent(of: path))
            try createLast(path)
        }
    }

    private static func createLast(_ path: String) throws(StorageError) {
        do {
            try call("mkdir", path) { unsafe mkdir(path, 0o777) }
        } catch {
            // macOS says EISDIR of the root.
            guard error.errno == EEXIST || error.errno == EISDIR else { throw error }
            // A file in its place is "not a directory", which says more than "exists".
            _ = try Descriptor.folder(path)
        }
    }

    /// The names in a folder that are UTF-8, sorted by their bytes.
    public static func names(in path: String) throws(StorageError) -> [String] {
        try Descriptor.folder(path).entries().compactMap(\.text)
    }

    /// Removes a file, or a folder with all that is in it; links are removed, never followed.
    ///
    /// Nothing there is no error; a path without a name, such as "..", is `EINVAL`.
    public static func remove(_ path: String) throws(StorageError) {
        let (parent, name) = split(path)
        // ".." in particular would remove all that is beside.
        if ["", ".", ".."].contains(name) { throw StorageError("remove", path, EINVAL) }
        do {
            try Descriptor.folder(parent).remove(EntryName(name))
        } catch {
            if error.errno != ENOENT { throw error }
        }
    }

    /// Takes a folder's name away by one atomic step, so that whoever else is about to use it gets all of it or nothing.
    ///
    /// - Parameters:
    ///   - path: Of the folder.
    ///   - trash: Its new path, which nothing has and nobody else knows, on the same file system: to be removed by the caller.
    /// - Returns: Whether there was one.
    /// - Throws: If it keeps its name.
    static func setAside(_ path: String, as trash: String) throws(StorageError) -> Bool {
        do {
            try call("rename", trash) { unsafe rename(path, trash) }
            return true
        } catch {
            // Nothing lies below a file, nor below a name that is too long for any.
            guard [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.errno) else { throw error }
            return false
        }
    }

    /// Removes a folder if nothing is in it; true if it is gone.
    static func removeIfEmpty(_ path: String) throws(StorageError) -> Bool {
        do {
            try call("rmdir", path) { unsafe rmdir(path) }
            return true
        } catch {
            switch error.errno {
            case ENOENT: return true
            case ENOTEMPTY, EEXIST: return false
            default: throw error
            }
        }
    }
}

extension Descriptor {
    /// Removes an entry of this folder with all that is in it.
    func remove(_ name: EntryName) throws(StorageError) {
        do {
            try unlink(name, flags: 0)
        } catch {
            // unlink(2): a folder gives EISDIR on Linux and EPERM by POSIX, as on macOS.
            guard error.errno == EISDIR || error.errno == EPERM else { throw error }
            try removeFolder(name, unlinkError: error)
        }
    }

    private func removeFolder(
        _ name: EntryName,
        unlinkError: StorageError
    ) throws(StorageError) {
        guard try status(of: name).kind == .folder else { throw unlinkError }
        let child = try folder(name)
        for entry in try child.entries() { try child.remove(entry) }
        try unlink(name, flags: AT_REMOVEDIR)
    }

    private func unlink(_ name: EntryName, flags: Int32) throws(StorageError) {
        do {
            try call("unlink", path + "/" + name.shown) {
                unsafe unlinkat(number, name.bytes, flags)
            }
        } catch {
            if error.errno != ENOENT { throw error }
        }
    }
}
