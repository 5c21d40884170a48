import ArgumentParser
import JobQueue

/// The value of an option for a job's state.
struct JobStatus: ExpressibleByArgument {
    let state: JobState

    init?(argument: String) {
        guard let state = JobState(name: argument) else { return nil }
        self.state = state
    }

    static var allValueStrings: [String] { JobState.allCases.map(\.name) }
}
