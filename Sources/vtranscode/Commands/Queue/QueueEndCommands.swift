import ArgumentParser
import JobQueue
import StatusServer

/// `vtranscode queue cancel`: cancels jobs.
struct QueueCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel jobs; their tasks stop within seconds, and their files are removed.",
        discussion: """
            A job that has ended is not changed, and the command exits with 1. A job that has started is \
            cancelled when a worker has removed its files.

            EXAMPLES
              vtranscode queue cancel 06dj4k2m8q0v7x3y5z1a
            """)

    @OptionGroup var jobs: JobArguments
    @Flag(help: "Print a JSON array of jobs.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func run() async throws {
        let jobs = try await JobChanges.print(jobs, of: queue, isJSON: json) {
            try await $0.cancel($1)
        }
        let late = jobs.filter { [.completed, .failed].contains($0.state) }
        for job in late {
            Console.shared.print(
                ErrorLine.text(
                    "\(job.id): the job is \(job.state.name) already and was not cancelled"))
        }
        if !late.isEmpty { throw CommandStatus.failed.exitCode }
    }
}

/// `vtranscode queue retry`: retries failed jobs.
struct QueueRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry failed jobs; completed tasks are not repeated.",
        discussion: """
            A job with a permanent error is retried with a warning: unless the cause was removed, \
            it fails again.

            EXAMPLES
              vtranscode queue retry 06dj4k2m8q0v7x3y5z1a
              vtranscode queue list --status failed --json | jq -r '.[].id' | xargs vtranscode queue retry
            """)

    @OptionGroup var jobs: JobArguments
    @Flag(help: "Print a JSON array of jobs.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func run() async throws {
        try await JobChanges.print(jobs, of: queue, isJSON: json) { store, id in
            let failed = try await store.job(id)
            let job = try await store.retry(id)
            if let warning = failed.flatMap(JobText.retryWarning) {
                Console.shared.print(ErrorLine.warning(warning))
            }
            return job
        }
    }
}

/// Changes jobs, one after the other, and prints their states.
enum JobChanges {
    @discardableResult
    static func print(
        _ jobs: JobArguments, of queue: QueueOption, isJSON: Bool,
        change: (any QueueStore, JobID) async throws -> JobRecord
    ) async throws -> [JobRecord] {
        let ids = try jobs.ids()
        let store = try await queue.open()
        var changed: [JobRecord] = []
        for id in ids { changed.append(try await change(store, id)) }
        StandardStream.output.print(
            isJSON
                ? try JSONText.of(changed.map { JobView($0) })
                : changed.map { "\($0.id)  \(JobText.status($0))" }.joined(separator: "\n"))
        return changed
    }
}
