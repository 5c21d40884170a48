import ArgumentParser
import JobQueue
import Submission

/// The scheduling of a job.
struct TermsOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The priority, -100 to 100; higher priorities run first (default: 0).", valueName: "n"))
    var priority: Int?

    @Option(help: ArgumentHelp("The tenant that the job belongs to.", valueName: "name"))
    var tenant = JobRequest.defaultTenant

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The delay before the job may start: 30s, 10m, 12h.", valueName: "time"),
        transform: DurationText.seconds)
    var delay = 0.0

    @Option(
        help: ArgumentHelp(
            "The URL that receives the job's events (docs/webhooks.md).", valueName: "url"))
    var webhook: String?

    @Flag(help: "Allow webhooks in private networks.")
    var allowPrivateWebhooks = false

    var value: SubmissionTerms {
        get throws {
            let url = try webhook.map {
                try WebhookURL($0, allowsPrivate: allowPrivateWebhooks).text
            }
            return SubmissionTerms(
                tenant: tenant, priority: priority ?? 0, delay: delay, webhook: url)
        }
    }

    func validate() throws {
        guard JobRequest.priorities.contains(priority ?? 0) else {
            throw ValidationError("--priority must be -100 to 100.")
        }
    }
}
