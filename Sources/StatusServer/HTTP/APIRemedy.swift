internal import JobQueue

/// The API's remedies for errors of the queue: by condition, with the requests that carry them out, or by code.
enum APIRemedy {
    /// Returns the remedy for an error; clients cannot change the queue, so it names no part of it.
    static func advice(for error: QueueError) -> String {
        switch error.code {
        case .unreachable: "try again in a moment"
        case .full, .refused, .tooNew, .corrupt, .badURL, .internalError: "check the worker's log"
        case .noSuchJob: advice(for: .noSuchJob)
        case .badRequest, .notFailed, .tenantFull:
            error.condition.map(advice(for:)) ?? error.advice
        }
    }

    static func advice(for condition: QueueError.Condition) -> String {
        switch condition {
        case .noSuchJob: "list jobs with GET /api/v1/jobs"
        case .tenantFull: "wait until some have ended, or raise the limit"
        case .missingFile: "check the worker's log"
        case .privateWebhook:
            "use a public host, or allow private webhooks for client and worker"
        }
    }
}
