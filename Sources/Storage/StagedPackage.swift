#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A built package that is on the disk and has no name yet; any process may publish or withdraw it, more than once.
///
/// It is known again by its inode, whatever its name is by then: so who comes after a process that is gone can tell whether
/// that one's last step was made.
public struct StagedPackage: Codable, Hashable, Sendable {
    public let folder: String
    /// The same on every machine that shares the file system.
    private let inode: UInt64

    /// Waits until a built folder is on the disk, and moves it; what an earlier attempt left there is removed.
    ///
    /// - Parameters:
    ///   - built: The package's folder; gone afterwards.
    ///   - folder: A path on the same file system.
    /// - Throws: Then nothing has a name that it should not have.
    public init(_ built: String, movedTo folder: String) throws(StorageError) {
        try Durability.syncAll(in: built)
        _ = try Self.discard(folder)
        try call("rename", folder) { unsafe rename(built, folder) }
        try Descriptor.folder(parent(of: folder)).sync()
        self.folder = folder
        inode = try FileStatus(of: folder).inode
    }

    /// Moves it to its name by one atomic step; if that was done before, nothing happens.
    ///
    /// - Parameters:
    ///   - name: One visible path component, else `EINVAL`.
    ///   - output: The folder of the packages, on the same file system.
    /// - Throws: `.exists` if the name is another's, by anything but an empty folder.
    public func publish(as name: String, in output: String) throws(StorageError) {
        try requireComponent(name, for: "publish")
        let target = output + "/" + name
        do {
            _ = try PackageFolder.move(folder, to: target, replacing: false)
        } catch {
            if try !isThis(target) { throw error }
        }
        try Descriptor.folder(output).sync()
    }

    /// What became of a withdrawal.
    public enum Withdrawal: Hashable, Sendable {
        /// It is gone, and nobody can publish it any more.
        case withdrawn
        /// It has its name already.
        case published
    }

    /// Removes it, unless it is published.
    public func withdraw(
        from name: String, in output: String
    ) throws(StorageError) -> Withdrawal {
        try requireComponent(name, for: "withdraw")
        if try Self.discard(folder) { return .withdrawn }
        return try isThis(output + "/" + name) ? .published : .withdrawn
    }

    /// Removes a built folder that somebody may be just about to publish.
    ///
    /// - Returns: Whether there was one.
    private static func discard(_ folder: String) throws(StorageError) -> Bool {
        let trash = "\(parent(of: folder))/.withdrawn-\(uniqueName())"
        guard try Folder.setAside(folder, as: trash) else { return false }
        try Folder.remove(trash)
        return true
    }

    /// Whether it still waits for its name; false if it has that, or was removed.
    public func isWaiting() throws(StorageError) -> Bool { try isThis(folder) }

    private func isThis(_ path: String) throws(StorageError) -> Bool {
        do {
            let status = try FileStatus(of: path)
            return status.kind == .folder && status.inode == inode
        } catch {
            guard error.errno == ENOENT else { throw error }
            return false
        }
    }
}
