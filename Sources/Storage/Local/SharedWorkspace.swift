public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The workspace of one job of a queue: `OUT/.vtranscode/jobs/JOB/`.
///
/// Any number of processes, on all hosts that share the output folder, use it at the same time. No file in it is locked:
/// artifacts appear complete, and each user has a folder for unfinished files.
public final class SharedWorkspace: JobWorkspace {
    public let path: FilePath
    public let artifacts: any ArtifactStore

    /// The folder for unfinished files of this object.
    private let own: FilePath

    /// Creates the folder, unless it exists.
    ///
    /// - Parameters:
    ///   - output: The folder of the packages; created unless it exists.
    ///   - job: One visible path component, else `EINVAL`.
    ///   - owner: A text that distinguishes workspaces which share the output folder; `nil` for none.
    ///   - root: The folder that the workspace must lie below, without a link on the way from there.
    /// - Throws: If the folder cannot be created; `.outside` if it is not below the root.
    public init(
        output: FilePath, job: String, owner: String? = nil, below root: RootFolder? = nil
    ) throws(StorageError) {
        let name = try FilePath.Component(visible: job, for: "open workspace")
        path = Self.parent(output).appending(name)
        own = path.appending(".holder-" + uniqueName())
        artifacts = try Self.artifacts(in: path, owner, root)
    }

    /// Creates an empty folder that no other process writes to; returns its path.
    ///
    /// A name is one visible path component, else `EINVAL`.
    public func emptyFolder(_ name: String) throws(StorageError) -> FilePath {
        let folder = own.appending(try FilePath.Component(visible: name, for: "create folder"))
        try Folder.remove(folder)
        try Folder.create(folder)
        return folder
    }

    public func record(_ name: String, limit: Int64) throws(StorageError) -> [UInt8]? {
        do {
            let file = try RegularFile(path.appending(name))
            return file.size <= limit ? try file.bytes() : nil
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    public func write(_ bytes: [UInt8], asRecord name: String) throws(StorageError) {
        try AtomicFile.write(bytes, to: path.appending(name))
    }

    /// Removes the unfinished files of this object.
    public func removeUnfinished() throws(StorageError) { try Folder.remove(own) }

    /// Removes the workspace of a job, and the folders above it if they are empty then.
    ///
    /// Work in the workspace fails: all of it is gone by one atomic step. A removal that is suspended and continued does not
    /// touch a workspace that was created meanwhile. A missing workspace is no error.
    ///
    /// - Throws: If the workspace cannot be removed; `.outside` if it is not below the root.
    public static func remove(
        output: FilePath, job: String, below root: RootFolder? = nil
    ) throws(StorageError) {
        let name = try FilePath.Component(visible: job, for: "remove workspace")
        let jobs = parent(output)
        do {
            try root?.check(jobs)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return
        }
        let aside = jobs.appending(trash + uniqueName())
        if try Folder.setAside(jobs.appending(name), as: aside) { try Folder.remove(aside) }
        removeTrash(jobs)
        if try Folder.removeIfEmpty(jobs) { _ = try Folder.removeIfEmpty(hidden(output)) }
    }

    private static let trash = ".removed-"

    /// Removes what interrupted removals of any job left, as far as possible.
    private static func removeTrash(_ jobs: FilePath) {
        for name in (try? Folder.names(in: jobs)) ?? [] where name.hasPrefix(trash) {
            try? Folder.remove(jobs.appending(name))
        }
    }

    private static func hidden(_ output: FilePath) -> FilePath { output.appending(".vtranscode") }

    static func parent(_ output: FilePath) -> FilePath { hidden(output).appending("jobs") }

    private static func artifacts(
        in workspace: FilePath, _ owner: String?, _ root: RootFolder?
    ) throws(StorageError) -> LocalArtifactStore {
        let path = workspace.appending("artifacts")
        // The removal of another job's workspace may remove the folders above between any two steps; then all are repeated.
        // Chosen because each round means that another job ended meanwhile.
        for _ in 0..<100 {
            do {
                try root?.create(path)
                let store = try LocalArtifactStore(path, isShared: true)
                if let owner { try SharedWorkspace.record(owner, in: workspace) }
                return store
            } catch {
                if error.errno != ENOENT { throw error }
            }
        }
        return try LocalArtifactStore(path, isShared: true)
    }
}
