#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The place for everything that is not yet published of one job of a queue: `OUT/.vtranscode/jobs/JOB/`.
///
/// Any number of processes, on any machines that share the output folder, use it at the same time. Nothing in it is locked:
/// artifacts appear whole, and what a holder makes for itself lies in a folder of its own.
public final class SharedWorkspace: Workspace {
    public let path: String
    public let artifacts: LocalArtifactStore

    /// This holder's own folders.
    private let own: String

    /// Makes the folder, if it is not there.
    ///
    /// - Parameters:
    ///   - output: The folder of the packages; made if it is not there.
    ///   - job: One visible path component, else `EINVAL`.
    ///   - root: Where the folder must lie, without a link on the whole way from there.
    /// - Throws: If it cannot be made; `.outside` if it is not below the root.
    public init(
        output: String, job: String, below root: RootFolder? = nil
    ) throws(StorageError) {
        try requireComponent(job, for: "open job folder")
        path = Self.parent(output) + "/" + job
        own = path + "/.holder-" + uniqueName()
        artifacts = try Self.artifacts(path + "/artifacts", root)
    }

    /// Makes an empty folder that no other holder knows; gives its path.
    ///
    /// A name is one visible path component, else `EINVAL`.
    public func emptyFolder(_ name: String) throws(StorageError) -> String {
        try requireComponent(name, for: "make folder")
        let folder = own + "/" + name
        try Folder.remove(folder)
        try Folder.create(folder)
        return folder
    }

    /// Removes this holder's own folders.
    public func removeOwn() throws(StorageError) { try Folder.remove(own) }

    /// Removes a job's folder with all that is in it, and those above it if they are then empty.
    ///
    /// Whoever still works in it finds it gone, all at once, and fails. A removal that is stopped half-way and goes on later
    /// touches nothing that has come to lie there meanwhile. Nothing there is no error.
    ///
    /// - Throws: If it cannot be removed; `.outside` if it would not lie below the root.
    public static func remove(
        output: String, job: String, below root: RootFolder? = nil
    ) throws(StorageError) {
        try requireComponent(job, for: "remove job folder")
        let jobs = parent(output)
        do {
            try root?.check(jobs)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return
        }
        let aside = jobs + "/" + trash + uniqueName()
        if try Folder.setAside(jobs + "/" + job, as: aside) { try Folder.remove(aside) }
        sweep(jobs)
        if try Folder.removeIfEmpty(jobs) { _ = try Folder.removeIfEmpty(hidden(output)) }
    }

    private static let trash = ".removed-"

    /// Removes what earlier removals, of any job, were killed in; what cannot be removed waits for the next.
    private static func sweep(_ jobs: String) {
        for name in (try? Folder.names(in: jobs)) ?? [] where name.hasPrefix(trash) {
            try? Folder.remove(jobs + "/" + name)
        }
    }

    private static func hidden(_ output: String) -> String { output + "/.vtranscode" }

    private static func parent(_ output: String) -> String { hidden(output) + "/jobs" }

    private static func artifacts(
        _ path: String, _ root: RootFolder?
    ) throws(StorageError) -> LocalArtifactStore {
        // The last job to go may remove the folders above between any two steps here: then all begins anew.
        // Chosen because each round means that another job ended meanwhile.
        for _ in 0..<100 {
            do {
                try root?.create(path)
                return try LocalArtifactStore(path, isShared: true)
            } catch {
                if error.errno != ENOENT { throw error }
            }
        }
        return try LocalArtifactStore(path, isShared: true)
    }
}
