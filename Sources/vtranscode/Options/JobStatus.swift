import ArgumentParser
import JobQueue

/// A job's state as an option names it.
struct JobStatus: ExpressibleByArgument {
    let state: JobState

    init?(argument: String) {
        guard let state = JobState(name: argument) else { return nil }
        self.state = state
    }

    static var allValueStrings: [String] { JobState.allCases.map(\.name) }
}
