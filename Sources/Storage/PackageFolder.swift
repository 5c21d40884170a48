import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Publishes built packages: a reader sees a whole package, the old or the new, or none.
public enum PackageFolder {
    /// Whether a package was there before.
    public enum Outcome: Hashable, Sendable { case created, replaced }

    /// Moves a built folder to its name in the output folder, by one atomic step.
    ///
    /// All is on the disk before it gets its name. A replaced package is deleted afterwards; should
    /// that fail, it lies in the place of the built folder, to be removed with the work folder.
    ///
    /// - Parameters:
    ///   - built: The package's folder, on the same file system as `output`; gone afterwards.
    ///   - name: One visible path component, else `EINVAL`.
    ///   - output: The folder of the packages.
    ///   - replacing: Whether a package of that name is replaced.
    /// - Returns: Whether a package was replaced.
    /// - Throws: `.exists` if the name is taken, by anything but an empty folder, and `replacing`
    ///   is false or it is not a folder; `.exchangeUnsupported` if the file system could only
    ///   replace a package by way of a moment without one. Then nothing has changed.
    @discardableResult
    public static func publish(
        _ built: String,
        as name: String,
        in output: String,
        replacing: Bool
    ) throws(StorageError) -> Outcome {
        try requireComponent(name, for: "publish")
        let target = output + "/" + name
        try Durability.syncAll(in: built)
        let outcome = try move(built, to: target, replacing: replacing)
        try Descriptor.folder(output).sync()
        if outcome == .replaced { try? Folder.remove(built) }
        return outcome
    }

    static func move(
        _ built: String,
        to target: String,
        replacing: Bool
    ) throws(StorageError) -> Outcome {
        do {
            // rename(2) replaces an empty folder, and nothing else, by a folder.
            try call("publish", target) { unsafe rename(built, target) }
            return .created
        } catch {
            guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.errno) else { throw error }
            // Also said where a file stands in the place of a folder on the way.
            if error.errno == ENOTDIR, (try? FileStatus(of: target)) == nil { throw error }
            guard replacing, try FileStatus(of: target).kind == .folder else {
                throw error.with(.exists)
            }
            try exchange(built, with: target)
            return .replaced
        }
    }

    private static func exchange(
        _ built: String,
        with target: String
    ) throws(StorageError) {
        do {
            try call("replace", target) { unsafe vt_rename_exchange(built, target) }
        } catch {
            throw error.errno == ENOTSUP ? error.with(.exchangeUnsupported) : error
        }
    }
}
