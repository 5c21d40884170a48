import ArgumentParser
import JobQueue
import Submission

/// How a job stands in the queue.
struct TermsOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Higher ones are done first: -100 to 100 (default: 0).", valueName: "n"))
    var priority: Int?

    @Option(help: ArgumentHelp("Whose job it is; tenants take turns.", valueName: "name"))
    var tenant = JobRequest.defaultTenant

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Do not begin before this time has passed: 30s, 10m, 12h.", valueName: "time"),
        transform: DurationText.seconds)
    var delay = 0.0

    @Option(
        help: ArgumentHelp(
            "An address that is told of each event (docs/webhooks.md).", valueName: "url"))
    var webhook: String?

    @Flag(help: "Let the webhook be in this machine's private network.")
    var allowPrivateWebhooks = false

    var value: SubmissionTerms {
        get throws {
            let address = try webhook.map {
                try WebhookURL($0, allowsPrivate: allowPrivateWebhooks).text
            }
            return SubmissionTerms(
                tenant: tenant, priority: priority ?? 0, delay: delay, webhook: address)
        }
    }

    func validate() throws {
        guard JobRequest.priorities.contains(priority ?? 0) else {
            throw ValidationError("--priority is -100 to 100.")
        }
    }
}
