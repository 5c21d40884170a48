public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Creates and removes folders.
public enum Folder {
    /// Creates a folder and those above it, unless they exist.
    public static func create(_ path: FilePath) throws(StorageError) {
        do {
            try createLast(path)
        } catch {
            guard error.errno == ENOENT, path.parent != path, !path.isEmpty else { throw error }
            try create(path.parent)
            try createLast(path)
        }
    }

    private static func createLast(_ path: FilePath) throws(StorageError) {
        do {
            try call("mkdir", at: path) { unsafe mkdir($0, 0o777) }
        } catch {
            // macOS returns EISDIR for the root.
            guard error.errno == EEXIST || error.errno == EISDIR else { throw error }
            // For a file of that name, "not a directory" is clearer than "exists".
            _ = try Descriptor.folder(path)
        }
    }

    /// Returns the names in a folder that are UTF-8, sorted by their bytes.
    public static func names(in path: FilePath) throws(StorageError) -> [String] {
        try Descriptor.folder(path).entries().compactMap { String(validating: $0) }
    }

    /// Removes a file, or a folder with its content; links are removed, not followed.
    ///
    /// A missing file is no error; a path without a name, such as "..", is `EINVAL`.
    public static func remove(_ path: FilePath) throws(StorageError) {
        // ".." in particular would remove everything beside the folder.
        guard let name = path.lastComponent, name.kind == .regular else {
            throw StorageError("remove", path, EINVAL)
        }
        do {
            try Descriptor.folder(path.parent).remove(name)
        } catch {
            if error.errno != ENOENT { throw error }
        }
    }

    /// Renames a folder that is to be removed, by one atomic step: other processes find it complete or not at all.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - trash: The new path, unique and on the same file system; the caller removes the folder.
    /// - Returns: Whether there was a folder.
    /// - Throws: If the folder was not renamed.
    static func setAside(_ path: FilePath, as trash: FilePath) throws(StorageError) -> Bool {
        do {
            try call("rename", from: path, to: trash) { unsafe rename($0, $1) }
            return true
        } catch {
            // A path below a file, or a name that is too long: no such folder can exist.
            guard [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.errno) else { throw error }
            return false
        }
    }

    /// Removes a folder if it is empty; returns whether the folder does not exist any more.
    static func removeIfEmpty(_ path: FilePath) throws(StorageError) -> Bool {
        do {
            try call("rmdir", at: path) { unsafe rmdir($0) }
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
    /// Removes an entry of this folder with its content.
    func remove(_ name: FilePath.Component) throws(StorageError) {
        do {
            try unlink(name, flags: 0)
        } catch {
            // unlink(2): a folder gives EISDIR on Linux and EPERM by POSIX, as on macOS.
            guard error.errno == EISDIR || error.errno == EPERM else { throw error }
            try removeFolder(name, unlinkError: error)
        }
    }

    private func removeFolder(
        _ name: FilePath.Component,
        unlinkError: StorageError
    ) throws(StorageError) {
        guard try status(of: name).kind == .folder else { throw unlinkError }
        let child = try folder(name)
        for entry in try child.entries() { try child.remove(entry) }
        try unlink(name, flags: AT_REMOVEDIR)
    }

    private func unlink(_ name: FilePath.Component, flags: Int32) throws(StorageError) {
        do {
            try callOnEntry("unlink", name) { unsafe unlinkat($0, $1, flags) }
        } catch {
            if error.errno != ENOENT { throw error }
        }
    }
}
