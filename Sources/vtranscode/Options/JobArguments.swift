import ArgumentParser
import JobQueue

/// Jobs that a command is about.
struct JobArguments: ParsableArguments {
    @Argument(help: "Jobs, by their ids.")
    var jobs: [String]

    func validate() throws { _ = try ids() }

    func ids() throws -> [JobID] { try jobs.map(JobArguments.id) }

    static func id(_ text: String) throws -> JobID {
        guard let id = JobID(text) else {
            throw ValidationError("'\(text)' is no job's id; see vtranscode queue list.")
        }
        return id
    }
}
