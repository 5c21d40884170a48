import JobQueue

/// An error of the file system: the process is partitioned from it, or a file is missing.
enum FileError: Error { case unreachable, missing }

/// The file system of all processes: workspaces of jobs and published packages.
///
/// Every operation is atomic, and survives crashes.
struct FileModel {
    /// The files of each workspace: artifacts, and staged packages by their identity.
    private(set) var workspaces: [String: Set<String>] = [:]
    /// The wall time of each workspace's last change, in milliseconds.
    private(set) var changes: [String: Int64] = [:]
    /// The identities of committed packages, by job.
    private(set) var packages: [JobID: String] = [:]

    /// The name of a job's workspace of a generation.
    static func workspace(_ job: JobID, _ generation: Int) -> String {
        generation == 0 ? job.text : "\(job.text).\(generation)"
    }

    /// The id of the job that a workspace belongs to.
    static func job(ofWorkspace name: String) -> JobID? { JobID(name.prefix { $0 != "." }) }

    mutating func write(_ file: String, in workspace: String, at time: Int64) {
        workspaces[workspace, default: []].insert(file)
        changes[workspace] = time
    }

    func has(_ file: String, in workspace: String) -> Bool {
        workspaces[workspace]?.contains(file) ?? false
    }

    mutating func remove(_ workspace: String) { workspaces[workspace] = nil }

    mutating func remove(_ file: String, in workspace: String) {
        workspaces[workspace]?.remove(file)
    }

    /// The outcome of a commit.
    enum Commit { case committed, alreadyCommitted, otherPackage }

    /// Moves a staged package to the name of its job.
    ///
    /// - Throws: `FileError.missing` if it is not staged.
    mutating func commit(
        _ identity: String, of job: JobID, from workspace: String
    ) throws -> Commit {
        if let found = packages[job] {
            if found == identity { return .alreadyCommitted }
            remove(identity, in: workspace)
            return .otherPackage
        }
        guard has(identity, in: workspace) else { throw FileError.missing }
        remove(identity, in: workspace)
        packages[job] = identity
        return .committed
    }

    /// Removes a staged package.
    ///
    /// - Returns: Whether it was committed before, and stays.
    mutating func rollBack(_ identity: String, of job: JobID, from workspace: String) -> Bool {
        if packages[job] == identity { return true }
        remove(identity, in: workspace)
        return false
    }
}
