import ArgumentParser
import JobQueue
import StatusServer

/// `vtranscode queue cancel`: asks for jobs' end.
struct QueueCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End jobs; what runs of them stops within seconds, and no files stay.",
        discussion: """
            A job that has ended stays as it is, and the command exits with 1. What a worker has begun is cancelled when its files are \
            removed, which needs a worker.

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
                ErrorLine.text("\(job.id): it was \(job.state.name) before; nothing was cancelled"))
        }
        if !late.isEmpty { throw CommandStatus.failed }
    }
}

/// `vtranscode queue retry`: lets failed jobs go on.
struct QueueRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Let failed jobs go on where they stopped.",
        discussion: """
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
        try await JobChanges.print(jobs, of: queue, isJSON: json) { try await $0.retry($1) }
    }
}

/// Changes jobs, one after the other, and says what they are then.
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
