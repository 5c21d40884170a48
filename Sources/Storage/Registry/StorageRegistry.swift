internal import S3
internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The stores of uploads, of packages and of unfinished work, by their locations.
///
/// A store that URLs name is registered here.
public struct StorageRegistry: Sendable {
    /// The stores of file systems only.
    public static let local = StorageRegistry(remote: nil)

    private static let packageAdvice = "write s3://BUCKET/PREFIX/NAME"

    /// The stores that URLs name; `nil` if the process may not use them.
    private let remote: RemoteStores?

    package init(remote: RemoteStores?) { self.remote = remote }

    /// Opens the source of an upload.
    ///
    /// - Parameters:
    ///   - location: The location of the upload.
    ///   - root: The folder or prefix that the upload must lie below, without a link on the way from there; web servers then must
    ///     have public addresses, unless the settings have `allowsPrivateUploads`.
    /// - Returns: The source, which also has the captions beside the upload.
    /// - Throws: `.invalidURL` if the process has no stores that URLs name.
    public func uploadSource(
        of location: Location, below root: Location? = nil
    ) throws(StorageError) -> any UploadSource {
        switch location.kind {
        case .file: LocalUploadSource(below: try root.map(Self.rootFolder))
        case .object:
            S3UploadSource(stores: try stores(for: location), root: try root.map(Self.prefix))
        case .web:
            try webSource(of: location, isRestricted: root != nil)
        }
    }

    private func webSource(
        of location: Location, isRestricted: Bool
    ) throws(StorageError) -> WebUploadSource {
        let stores = try stores(for: location)
        return WebUploadSource(
            stores: stores, allowsPrivate: !isRestricted || stores.settings.allowsPrivateUploads)
    }

    /// Opens the destination at a location.
    ///
    /// - Parameters:
    ///   - location: The location of a folder.
    ///   - followsLinks: Whether a package that is found may be a link to one.
    /// - Returns: The destination, whose folder need not exist yet.
    /// - Throws: `.invalidURL` for a location that packages cannot be published at.
    public func destination(
        at location: Location, followsLinks: Bool = true
    ) throws(StorageError) -> any PackageDestination {
        if case .object(let prefix) = location.kind {
            try location.checkDotSegments()
            return try bucket(at: prefix)
        }
        return LocalDestination(
            try Self.path(of: location, for: "publish"), followsLinks: followsLinks)
    }

    private func bucket(at prefix: S3Location) throws(StorageError) -> S3Destination {
        let location = Location(.object(prefix))
        let stores = try stores(for: location)
        do {
            return S3Destination(
                prefix: prefix.key, client: try stores.clients.client(for: prefix),
                tombstoneLifetime: stores.settings.nameRetention,
                workspace: try stores.workspace(for: prefix))
        } catch {
            throw StorageError(error, location, for: "open prefix")
        }
    }

    /// Removes a published package of a bucket: the manifest first, media last.
    ///
    /// - Parameter location: The location of the package.
    /// - Returns: The location of the prefix that the package was published below.
    /// - Throws: `.object` if no package is there; `.invalidURL` for anything but the URL of a package.
    package func removePackage(at location: Location) throws(StorageError) -> Location {
        guard case .object(let object) = location.kind else {
            throw StorageError(
                "remove package", location, EINVAL,
                kind: .invalidURL(
                    "only packages of a bucket are removed", advice: Self.packageAdvice))
        }
        let key = object.key.hasSuffix("/") ? String(object.key.dropLast()) : object.key
        let folder = Location.folder(of: key)
        let name = String(decoding: key.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
        guard let prefix = try? S3Location(bucket: object.bucket, key: folder), !name.isEmpty else {
            throw StorageError(
                "remove package", location, EINVAL,
                kind: .invalidURL("it names no package", advice: Self.packageAdvice))
        }
        do {
            try bucket(at: prefix).remove(name)
            return Location(.object(prefix))
        } catch {
            guard error.errno == ENOENT else { throw error }
            throw .object(
                .failed("no package is there", advice: "check the URL", isTransient: false),
                location, for: "remove package")
        }
    }

    /// Removes what jobs have left below the prefix of a bucket; see `S3Destination.collectGarbage`.
    ///
    /// - Throws: If the prefix cannot be listed; `.invalidURL` for anything but a prefix.
    package func collectGarbage(
        at location: Location, olderThan age: Double
    ) throws(StorageError) -> GarbageReport {
        guard case .object(let prefix) = location.kind else {
            throw StorageError(
                "collect garbage", location, EINVAL,
                kind: .invalidURL(
                    "only a bucket has garbage to collect", advice: "write s3://BUCKET/PREFIX"))
        }
        return try bucket(at: prefix).collectGarbage(olderThan: age)
    }

    /// Opens the workspace of an upload of a run, for packages at an output.
    ///
    /// - Parameters:
    ///   - output: The location of the destination, or of the folder of other results.
    ///   - key: One visible path component, else `EINVAL`.
    /// - Returns: The workspace.
    /// - Throws: `.locked` if another process, or another part of this one, uses the workspace.
    public func runWorkspace(
        at output: Location, key: String
    ) throws(StorageError) -> any RunWorkspace {
        try LocalWorkspace(output: runFolder(of: output, for: "open workspace"), key: key)
    }

    /// Removes the workspace that an earlier run left; a missing one is no error.
    ///
    /// - Throws: `.locked` if another process, or another part of this one, uses the workspace.
    public func discardRunWorkspace(at output: Location, key: String) throws(StorageError) {
        try LocalWorkspace.discard(
            output: runFolder(of: output, for: "remove workspace"), key: key)
    }

    /// Opens the workspace of a job, which workers of all hosts share.
    ///
    /// - Parameters:
    ///   - output: The location of the destination.
    ///   - job: One visible path component, else `EINVAL`.
    ///   - owner: The queue of the job, which distinguishes its workspaces from those of other queues; `nil` for none.
    ///   - root: The folder that the workspace must lie below, without a link on the way from there.
    ///   - package: The name and the writer of the job's package, in which a bucket has finished segments; `nil` for a workspace
    ///     whose artifacts are used for no package.
    /// - Returns: The workspace.
    /// - Throws: `.outside` if it does not lie below the root.
    public func jobWorkspace(
        at output: Location, job: String, owner: String? = nil, below root: Location? = nil,
        package: (name: String, writer: PackageWriter)? = nil
    ) throws(StorageError) -> any JobWorkspace {
        if case .object(let prefix) = output.kind {
            try Self.check(output, isBelow: root)
            return try S3JobWorkspace(
                job: job, owner: owner, in: hostFolder(of: prefix, "jobs"), package: package,
                for: bucket(at: prefix))
        }
        return try SharedWorkspace(
            output: Self.path(of: output, for: "open workspace"), job: job, owner: owner,
            below: root.map(Self.rootFolder))
    }

    /// Lists the workspaces of jobs, of any queue; for packages of a bucket, those that this host has files of.
    ///
    /// - Throws: `.outside` if they do not lie below the root.
    public func jobWorkspaces(
        at output: Location, below root: Location? = nil
    ) throws(StorageError) -> [FoundWorkspace] {
        if case .object(let prefix) = output.kind {
            try Self.check(output, isBelow: root)
            return try SharedWorkspace.all(output: hostFolder(of: prefix, "jobs"), below: nil)
        }
        return try SharedWorkspace.all(
            output: Self.path(of: output, for: "list workspaces"),
            below: root.map(Self.rootFolder))
    }

    /// Removes the workspace of a job; a missing one is no error.
    ///
    /// Work in the workspace fails.
    ///
    /// - Parameters:
    ///   - output: The location of the destination.
    ///   - job: One visible path component, else `EINVAL`.
    ///   - package: The name of the job's package, of which what is not published is removed too.
    ///   - root: The folder that the workspace must lie below, without a link on the way from there.
    /// - Throws: If the workspace cannot be removed.
    public func removeJobWorkspace(
        at output: Location, job: String, package: String? = nil, below root: Location? = nil
    ) throws(StorageError) {
        if case .object(let prefix) = output.kind {
            try Self.check(output, isBelow: root)
            let destination = try bucket(at: prefix)
            if let package { try destination.discardDraft(of: package, job: job) }
            return try S3JobWorkspace.remove(
                job: job, in: hostFolder(of: prefix, "jobs"), of: destination)
        }
        try SharedWorkspace.remove(
            output: Self.path(of: output, for: "remove workspace"), job: job,
            below: root.map(Self.rootFolder))
    }

    // MARK: Kinds of locations

    func stores(for location: Location) throws(StorageError) -> RemoteStores {
        guard let remote else {
            throw StorageError(
                "open", location, EINVAL, kind: .invalidURL("a path is required here"))
        }
        return remote
    }

    /// Returns the folder that has the workspaces of a run: the output itself, or one of this host for the packages of a bucket.
    private func runFolder(
        of output: Location, for operation: String
    ) throws(StorageError) -> FilePath {
        guard case .object(let prefix) = output.kind else {
            return try Self.path(of: output, for: operation)
        }
        return try hostFolder(of: prefix, "run")
    }

    /// Returns the folder of this host for unfinished work on packages of a prefix.
    private func hostFolder(
        of prefix: S3Location, _ kind: String
    ) throws(StorageError) -> FilePath {
        try stores(for: Location(.object(prefix))).settings.cacheFolder
            .appending("\(kind)-\(prefix.digest)")
    }

    private static func path(
        of location: Location, for operation: String
    ) throws(StorageError) -> FilePath {
        guard let path = location.path else {
            throw StorageError(
                operation, location, EINVAL, kind: .invalidURL("a path is required here"))
        }
        return path
    }

    /// Checks that a prefix is below its root, and no part of the key in between is hidden; folders are checked when they are opened, since they may be links.
    private static func check(
        _ prefix: Location, isBelow root: Location?
    ) throws(StorageError) {
        guard let root else { return }
        guard prefix.isBelow(root), !prefix.isHidden(below: root) else {
            throw StorageError("open prefix", prefix, EXDEV, kind: .outside)
        }
    }

    private static func rootFolder(_ root: Location) throws(StorageError) -> RootFolder {
        guard let path = root.path else {
            throw StorageError("open", root, EXDEV, kind: .outside)
        }
        return RootFolder(path)
    }

    private static func prefix(_ root: Location) throws(StorageError) -> S3Location {
        guard case .object(let prefix) = root.kind else {
            throw StorageError("open", root, EXDEV, kind: .outside)
        }
        return prefix
    }
}
