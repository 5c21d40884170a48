import CPlatform
public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Packages in a folder, each a folder of its own.
public struct LocalDestination: PackageDestination {
    private let folder: FilePath
    private let followsLinks: Bool

    /// Creates a destination; the folder must exist before packages are staged.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - followsLinks: Whether a package that is found may be a link to one.
    public init(_ folder: FilePath, followsLinks: Bool = true) {
        (self.folder, self.followsLinks) = (folder, followsLinks)
    }

    // MARK: Packages that are committed

    public func location(of name: String) -> Location { Location(path(of: name)) }

    private func path(of name: String) -> FilePath {
        folder.appending(FilePath(forMessage: name).components)
    }

    public func names() throws(StorageError) -> [String] {
        try Folder.names(in: folder).filter { !$0.hasPrefix(".") }
    }

    public func isFree(_ name: String) throws(StorageError) -> Bool {
        let package = try path(of: name, for: "find package")
        do {
            return try open(package).entries().isEmpty
        } catch {
            guard error.isNotFound else { throw error }
            return error.errno == ENOENT
        }
    }

    public func content(
        of file: FilePath, in name: String, limit: Int64
    ) throws(StorageError) -> [UInt8]? {
        let package = try path(of: name, for: "find package")
        return try content(limit: limit) { () throws(StorageError) in
            if !followsLinks { _ = try open(package) }
            return try RegularFile(package.appending(file.components))
        }
    }

    public func size(of file: FilePath, in name: String) throws(StorageError) -> Int64? {
        let package = try path(of: name, for: "find package")
        do {
            return try FileStatus(of: package.appending(file.components)).size
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    private func path(of name: String, for operation: String) throws(StorageError) -> FilePath {
        folder.appending(try FilePath.Component(visible: name, for: operation))
    }

    private func open(_ package: FilePath) throws(StorageError) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | (followsLinks ? 0 : O_NOFOLLOW)
        return try Descriptor(package, flags)
    }

    private func content(
        limit: Int64, _ open: () throws(StorageError) -> RegularFile
    ) throws(StorageError) -> [UInt8]? {
        do {
            let file = try open()
            return file.size <= limit ? try file.bytes() : nil
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    public func write(_ bytes: [UInt8], as name: String) throws(StorageError) {
        try AtomicFile.write(bytes, to: path(of: name))
    }

    // MARK: Publication

    public func draft(
        _ name: String, by writer: PackageWriter, at path: FilePath
    ) throws(StorageError) -> any PackageDraft {
        LocalDraft(path: path)
    }

    /// A draft is part of the workspace, which is removed as a whole.
    public func discardDraft(of name: String, job: String) throws(StorageError) {}

    fileprivate static func stage(
        _ built: FilePath, at path: FilePath
    ) throws(StorageError) -> StagedPackage {
        try Durability.syncAll(in: built)
        _ = try discard(path)
        try call("rename", from: built, to: path) { unsafe rename($0, $1) }
        try Descriptor.folder(path.parent).sync()
        return StagedPackage(path: path, identity: try PackageIdentity(of: path).text)
    }

    public func content(
        of file: FilePath, in package: StagedPackage, limit: Int64
    ) throws(StorageError) -> [UInt8]? {
        try content(limit: limit) { () throws(StorageError) in
            try RegularFile(package.path.appending(file.components))
        }
    }

    public func isStaged(_ package: StagedPackage) throws(StorageError) -> Bool {
        try Self.has(package, package.path)
    }

    /// - Throws: `.exists` if the name is taken, by anything but an empty folder, and `replacing` is false or it is not a
    ///   folder; `.exchangeUnsupported` if the file system cannot replace a package by one atomic step.
    public func commit(
        _ package: StagedPackage, as name: String, replacing: Bool
    ) throws(StorageError) {
        let target = try path(of: name, for: "publish")
        // Committed already: a second exchange would bring the replaced package back.
        if replacing, try Self.has(package, target) { return }
        var isReplaced = false
        do {
            isReplaced = try Self.move(package.path, to: target, replacing: replacing)
        } catch {
            if try !Self.has(package, target) { throw error }
        }
        try Descriptor.folder(folder).sync()
        // Files that cannot be removed now are removed with the workspace.
        if isReplaced { try? Folder.remove(package.path) }
    }

    public func rollBack(
        _ package: StagedPackage, from name: String
    ) throws(StorageError) -> RollBackOutcome {
        let target = try path(of: name, for: "roll back")
        if try Self.discard(package.path) { return .rolledBack }
        return try Self.has(package, target) ? .committed : .rolledBack
    }

    /// Moves a folder to a path.
    ///
    /// - Returns: Whether the folder at the path was exchanged for it.
    private static func move(
        _ built: FilePath, to target: FilePath, replacing: Bool
    ) throws(StorageError) -> Bool {
        do {
            // rename(2) replaces an empty folder, and nothing else, by a folder.
            try call("publish", from: built, to: target) { unsafe rename($0, $1) }
            return false
        } catch {
            guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.errno) else { throw error }
            // Also the error of a file in place of a folder on the way.
            if error.errno == ENOTDIR, (try? FileStatus(of: target)) == nil { throw error }
            guard replacing, try FileStatus(of: target).kind == .folder else {
                throw error.with(.exists)
            }
            try exchange(built, with: target)
            return true
        }
    }

    private static func exchange(_ built: FilePath, with target: FilePath) throws(StorageError) {
        do {
            try call("replace", from: built, to: target) { unsafe vt_rename_exchange($0, $1) }
        } catch {
            throw error.errno == ENOTSUP ? error.with(.exchangeUnsupported) : error
        }
    }

    /// Removes a staged package that another process may commit at this moment.
    ///
    /// - Returns: Whether there was one.
    private static func discard(_ path: FilePath) throws(StorageError) -> Bool {
        let trash = path.parent.appending(".withdrawn-\(uniqueName())")
        guard try Folder.setAside(path, as: trash) else { return false }
        try Folder.remove(trash)
        return true
    }

    /// A package that is staged by a rename.
    private struct LocalDraft: PackageDraft {
        /// The path of the staged package in the workspace.
        ///
        /// A staged package that is there is removed.
        let path: FilePath

        /// All files are linked when the package is built.
        func write(_ file: RegularFile, to path: String) {}

        func stop() {}

        /// Artifact stores of this file system place no files.
        func missing(_ placed: [PlacedFile]) -> PlacedFile? { placed.first }

        func stage(
            _ built: FilePath, placed: [PlacedFile]
        ) throws(StorageError) -> StagedPackage {
            try LocalDestination.stage(built, at: path)
        }
    }

    /// Returns whether a package is at a path, whatever this host has cached about the path.
    ///
    /// - Throws: `ESTALE` if it is not known yet: the name is in the folder, and the system still reports that it is not.
    private static func has(
        _ package: StagedPackage, _ path: FilePath
    ) throws(StorageError) -> Bool {
        guard let name = path.lastComponent else {
            throw StorageError("find package", path, EINVAL)
        }
        let folder: Descriptor
        do {
            // Opening a folder makes an NFS client ask its server whether names in the folder have changed.
            folder = try Descriptor.folder(path.parent)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return false
        }
        // The second time for a package that is committed between the two questions.
        for _ in 0..<2 {
            do {
                return try PackageIdentity(of: name, in: folder)?.matches(package.identity) ?? false
            } catch {
                guard error.errno == ENOENT else { throw error }
            }
            // A cached "no such name" may be older than another host's rename; the list of names is the server's.
            guard try folder.entries().contains(name) else { return false }
        }
        throw StorageError("find package", path, ESTALE)
    }
}
