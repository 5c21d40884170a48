import CPlatform
public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Links or copies finished files to other paths.
public enum FilePlacement {
    /// The method by which a file was placed.
    public enum Method: Hashable, Sendable {
        /// Both names are one file: changing either would change both.
        case linked

        case copied
    }

    /// Gives a finished file a second name, or copies it where the file system has no hard links.
    ///
    /// The open file gets the name, also if its path names another file by now. The permissions become those of a new file.
    ///
    /// - Throws: `.exists` if the target is there.
    @discardableResult
    public static func place(
        _ file: RegularFile,
        at target: FilePath
    ) throws(StorageError) -> Method {
        guard try normalize(file) else {
            try copy(file, to: target)
            return .copied
        }
        do {
            try call("link", from: file.path, to: target) {
                unsafe vt_link_open(file.descriptor, $0, $1)
            }
            return .linked
        } catch {
            switch error.errno {
            case EEXIST:
                throw error.with(.exists)
            // link(2): another file system, too many names, or one that has no hard links (which
            // Linux calls EPERM).
            case EXDEV, EMLINK, EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS:
                try copy(file, to: target)
                return .copied
            default:
                throw error
            }
        }
    }

    /// Places the file at a path; a link is not followed.
    ///
    /// - Throws: `.notRegular` if it is no regular file; `.exists` if the target is there.
    @discardableResult
    public static func place(_ path: FilePath, at target: FilePath) throws(StorageError) -> Method {
        try place(RegularFile(path), at: target)
    }

    /// The permissions of a new file of this process: 0666 without the bits of its creation mask.
    ///
    /// Read once; `nil` if the mask is not known.
    static let newFile: mode_t? = {
        let mask = vt_file_creation_mask()
        return mask < 0 ? nil : 0o666 & ~mode_t(mask)
    }()

    /// Gives a file the permissions of a new one.
    ///
    /// Only the rights to execute are removed from a file with an access control list, which comes from its folder, and from all
    /// files if the permissions of new files are not known.
    ///
    /// - Returns: False if this process may not change them.
    private static func normalize(_ file: RegularFile) throws(StorageError) -> Bool {
        let permissions = file.permissions
        guard permissions != newFile else { return true }
        let hasAccessList = vt_has_access_list(file.descriptor)
        let wanted = hasAccessList ? permissions & 0o666 : newFile ?? permissions & 0o666
        guard permissions != wanted else { return true }
        do {
            try call("fchmod", file.path) { fchmod(file.descriptor, wanted) }
            return true
        } catch {
            // The file of another user, or a file system without permissions.
            guard [EPERM, ENOTSUP, EOPNOTSUPP, EROFS].contains(error.errno) else { throw error }
            return false
        }
    }

    /// Copies a file to a path that does not exist; on failure no file is left there.
    static func copy(_ source: RegularFile, to target: FilePath) throws(StorageError) {
        let copy = try creating(target)
        do throws(StorageError) {
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            var offset: Int64 = 0
            while true {
                let count = try source.read(at: offset, into: &buffer)
                if count == 0 { break }
                try copy.append(buffer.span.extracting(first: count))
                offset += Int64(count)
            }
        } catch {
            _ = try? call("unlink", at: target) { unsafe unlink($0) }
            throw error
        }
    }

    private static func creating(_ target: FilePath) throws(StorageError) -> Descriptor {
        do {
            return try Descriptor(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
        } catch {
            throw error.errno == EEXIST ? error.with(.exists) : error
        }
    }
}

extension FilePlacement {
    /// Moves a finished file to a path by one atomic step, replacing the file that is there.
    ///
    /// The file must be on the file system of the target.
    public static func replace(_ target: FilePath, with file: FilePath) throws(StorageError) {
        try call("rename", from: file, to: target) { unsafe rename($0, $1) }
    }
}
