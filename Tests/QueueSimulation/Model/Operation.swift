import JobQueue

/// A call of the store, as the model sees it.
enum Operation {
    // Clients.
    case submit(JobRequest)
    case cancel(JobID)
    case retry(JobID)
    /// Removes the files of a failed job.
    case removeFiles(JobID)
    case setPaused(Bool)
    case setLimits(tenant: String, running: Int?)
    /// The age is in milliseconds.
    case prune(age: Int64)

    // Workers.
    case register
    case heartbeat(worker: Int64)
    case deregister(worker: Int64)
    case claim(worker: Int64, count: Int)
    case claimSuspect(worker: Int64)
    case claimCleanups(worker: Int64, count: Int)
    case claimPublications(worker: Int64, count: Int)
    case report(Lease, artifacts: Int)
    case complete(Lease, adding: [NewTask])
    case beginPublishing(Lease)
    case fail(Lease, TaskFailure)
    case abandon(Lease, TaskFailure)
    /// Workers may claim the task after a number of seconds.
    case release(Lease, after: Double)
    case releaseUnstarted(Lease)
    case deferPublication(Lease)
    case maintain

    // Webhooks.
    case claimDeliveries
    case delivered(Int64)
    case deliveryFailed(Int64, isPermanent: Bool)

    /// A call that only reads.
    case read

    /// The name without values.
    var name: String {
        switch self {
        case .submit: "submit"
        case .cancel: "cancel"
        case .retry: "retry"
        case .removeFiles: "removeFiles"
        case .setPaused: "setPaused"
        case .setLimits: "setLimits"
        case .prune: "prune"
        case .register: "register"
        case .heartbeat: "heartbeat"
        case .deregister: "deregister"
        case .claim: "claim"
        case .claimSuspect: "claimSuspect"
        case .claimCleanups: "claimCleanups"
        case .claimPublications: "claimPublications"
        case .report: "report"
        case .complete: "complete"
        case .beginPublishing: "beginPublishing"
        case .fail: "fail"
        case .abandon: "abandon"
        case .release: "release"
        case .releaseUnstarted: "releaseUnstarted"
        case .deferPublication: "deferPublication"
        case .maintain: "maintain"
        case .claimDeliveries: "claimDeliveries"
        case .delivered: "delivered"
        case .deliveryFailed: "deliveryFailed"
        case .read: "read"
        }
    }
}

/// The response of the store that the model expects.
enum Reply: Equatable {
    case none, applied, stale, retried, final, cancelled
    case job(JobID)

    init(_ transition: Transition) { self = transition == .applied ? .applied : .stale }

    init(_ outcome: FailureOutcome) {
        self =
            switch outcome {
            case .retried: .retried
            case .final: .final
            case .cancelled: .cancelled
            case .stale: .stale
            }
    }
}

/// A transition of the store that the model does not allow.
struct ModelError: Error, CustomStringConvertible {
    let description: String
}
