import ArgumentParser
import JobQueue

/// `vtranscode queue show`: shows one job with its tasks, or follows its events.
struct QueueShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a job and its tasks, or with --follow its events.",
        discussion: """
            EXAMPLES
              vtranscode queue show 06dj4k2m8q0v7x3y5z1a
              vtranscode queue show 06dj4k2m8q0v7x3y5z1a --follow --json
            """)

    @Argument(help: "The job's id.")
    var job: String

    @Flag(help: "Print the job's events, including past ones, and its progress until it has ended.")
    var follow = false

    @Flag(help: "Print JSON: the job with its tasks, or with --follow one object per line.")
    var json = false

    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func validate() throws { _ = try JobArguments.id(job) }

    func run() async throws {
        let id = try JobArguments.id(job)
        let store = try await queue.open()
        guard let record = try await store.job(id) else {
            throw QueueError(
                .noSuchJob, id.text, "the queue has no such job",
                advice: "list the jobs", condition: .noSuchJob)
        }
        if follow { return try await JobReporter(store).follow(id, isJSON: json) }
        let tasks = try await store.tasks(of: id)
        guard !json else {
            return StandardStream.output.print(try JSONText.of(JobDetails(record, tasks)))
        }
        let isLeased = tasks.contains { $0.worker != nil }
        let workers = isLeased ? try await store.stats().workers : []
        StandardStream.output.print(JobText.details(record, tasks, workers: workers))
    }
}
