internal import JobQueue

/// The names of a job's workspaces, one for each generation.
///
/// A retry after a cleanup uses another workspace, so that a delayed cleanup of the former generation removes no file of it.
struct WorkspaceNames {
    let job: JobID
    let generation: Int

    /// The name of the present workspace.
    var current: String { name(generation) }

    var all: [String] { (0...max(0, generation)).map(name) }

    private func name(_ generation: Int) -> String {
        generation == 0 ? job.text : "\(job).\(generation)"
    }

    /// Returns the job of a workspace's name; `nil` if it is no such name.
    static func job(of name: String) -> JobID? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let job = JobID(parts[0]), parts.count <= 2,
            let generation = parts.count == 2 ? Int(parts[1]) : 0,
            WorkspaceNames(job: job, generation: generation).current == name
        else { return nil }
        return job
    }
}

extension WorkspaceNames {
    init(_ task: ClaimedTask) {
        self.init(job: task.lease.job, generation: task.generation)
    }

    init(_ publication: ClaimedPublication) {
        self.init(job: publication.lease.job, generation: publication.generation)
    }
}
