import ArgumentParser
import JobQueue

/// The jobs that a command changes.
struct JobArguments: ParsableArguments {
    @Argument(help: "The ids of the jobs.")
    var jobs: [String]

    func validate() throws { _ = try ids() }

    func ids() throws -> [JobID] { try jobs.map(JobArguments.id) }

    static func id(_ text: String) throws -> JobID {
        guard let id = JobID(text) else {
            throw ValidationError(
                "'\(text)' is not the id of a job; list the jobs with vtranscode queue list.")
        }
        return id
    }
}
