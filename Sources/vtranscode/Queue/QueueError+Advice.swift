import JobQueue

extension QueueError {
    /// The error with the command's own remedy, which names options and subcommands.
    var commandText: String {
        "\(subject): \(code.rawValue): \(message); \(commandAdvice ?? advice)"
    }

    private var commandAdvice: String? {
        switch code {
        case .noSuchJob: "list the jobs with vtranscode queue list"
        case .tenantFull:
            "wait until some have ended, or raise the limit with vtranscode queue tenant"
        case .refused where message == QueueURL.missingFileMessage:
            "check --queue and VTRANSCODE_QUEUE; queue add, worker and watch create a queue"
        case .badRequest where message == WebhookURL.privateHostMessage:
            "use a public host, or --allow-private-webhooks for this command and the workers"
        default: nil
        }
    }
}
