internal import JobQueue

/// The names of a job's work folders.
///
/// A job gets another one when it is retried and what it had left was to be removed: so a removal whose worker slept, and goes on
/// when others have long begun anew, takes nothing away from them.
struct WorkFolders {
    let job: JobID
    let generation: Int

    /// Where the job is worked on now.
    var newest: String { name(generation) }

    var all: [String] { (0...max(0, generation)).map(name) }

    private func name(_ generation: Int) -> String {
        generation == 0 ? job.text : "\(job).\(generation)"
    }
}

extension WorkFolders {
    init(_ task: ClaimedTask) {
        self.init(job: task.lease.job, generation: task.generation)
    }

    init(_ publication: ClaimedPublication) {
        self.init(job: publication.lease.job, generation: publication.generation)
    }
}
