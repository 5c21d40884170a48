import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Puts finished files into a package that is being built.
public enum FilePlacement {
    /// How a file came into its place.
    public enum Method: Hashable, Sendable {
        /// Both names are one file: changing either would change both.
        case linked

        case copied
    }

    /// Gives a finished file a second name, or copies it where the file system cannot do that.
    ///
    /// It is the open file that gets the name, whatever its path leads to by now. It gets the permissions of a new file, whoever
    /// made it and with which ones.
    ///
    /// - Throws: `.exists` if the target is there.
    @discardableResult
    public static func place(
        _ file: RegularFile,
        at target: String
    ) throws(StorageError) -> Method {
        guard try normalize(file) else {
            try copy(file, to: target)
            return .copied
        }
        do {
            try call("link", target) { unsafe vt_link_open(file.descriptor, file.path, target) }
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

    /// Likewise for a file at a path, where a link is not followed.
    ///
    /// - Throws: `.notRegular` if it is no regular file; `.exists` if the target is there.
    @discardableResult
    public static func place(_ path: String, at target: String) throws(StorageError) -> Method {
        try place(RegularFile(path), at: target)
    }

    /// The permissions of a new file here: 0666 without the bits that this process's mask takes.
    ///
    /// Read once; `nil` where the system does not say.
    static let newFile: mode_t? = {
        let mask = vt_file_creation_mask()
        return mask < 0 ? nil : 0o666 & ~mode_t(mask)
    }()

    /// Gives a file the permissions of a new one.
    ///
    /// Those of a file with an access control list come from its folder: nothing but rights to execute is taken from them, nor
    /// where the permissions of new files are not known.
    ///
    /// - Returns: False if that is not this process's to do.
    private static func normalize(_ file: RegularFile) throws(StorageError) -> Bool {
        let permissions = file.permissions
        guard permissions != newFile else { return true }
        let isKept = vt_has_access_list(file.descriptor)
        let wanted = isKept ? permissions & 0o666 : newFile ?? permissions & 0o666
        guard permissions != wanted else { return true }
        do {
            try call("fchmod", file.path) { fchmod(file.descriptor, wanted) }
            return true
        } catch {
            // Another user's, or a file system that has no permissions.
            guard [EPERM, ENOTSUP, EOPNOTSUPP, EROFS].contains(error.errno) else { throw error }
            return false
        }
    }

    /// Copies a file to a path that is not there yet; on failure nothing is left there.
    static func copy(_ source: RegularFile, to target: String) throws(StorageError) {
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
            unsafe unlink(target)
            throw error
        }
    }

    private static func creating(_ target: String) throws(StorageError) -> Descriptor {
        do {
            return try Descriptor(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
        } catch {
            throw error.errno == EEXIST ? error.with(.exists) : error
        }
    }
}

extension FilePlacement {
    /// Moves a finished file to a path, in the place of a file that may be there, by one atomic step.
    ///
    /// The file must be on the same file system as the target; it is gone afterwards.
    public static func replace(_ target: String, with file: String) throws(StorageError) {
        try call("rename", target) { unsafe rename(file, target) }
    }
}
