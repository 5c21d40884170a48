import JobModel
import JobQueue
import StatusServer

/// An event of a followed job, or its progress.
struct FollowedEvent {
    let payload: JobEventPayload
    /// The failure of the event; `nil` unless the job has failed.
    private let failure: TaskFailure?

    init(_ event: JobEvent) {
        payload = JobEventPayload(event)
        failure = event.failure
    }

    init(progressOf job: JobRecord) {
        payload = JobEventPayload(progressOf: job)
        failure = nil
    }

    /// A line of `queue show --follow`.
    var text: String {
        var text = "\(payload.time.text)  \(payload.event)"
        if let progress = payload.progress { text += "  \(progress) %" }
        if let eta = payload.eta { text += ", \(Quantity.clock(Double(eta))) left" }
        if let failure { text += "  \(failure.commandText)" }
        return text.printable
    }
}
